/** Files and tables that a person drops or pastes on a page of the dashboard, and how often one clicks. */
import type { Page } from 'playwright-core';

/** Anywhere on the page; each character of `latin1` is a byte. */
export async function dropFile(
  page: Page,
  name: string,
  content: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  const base64 = Buffer.from(content, encoding).toString('base64');
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (each) => each.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'text/csv' }));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

/** Several at once, in UTF-8. */
export async function dropFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of Object.entries(${JSON.stringify(files)}))
      dataTransfer.items.add(new File([content], name, { type: 'text/csv' }));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

export async function pasteTable(
  page: Page,
  { text, html = '' }: { readonly text: string; readonly html?: string },
): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** Counts clicks from now on; ask for them before another page is loaded. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    window.clicks = 0;
    window.addEventListener('pointerdown', () => { window.clicks += 1; }, true);
    window.addEventListener('change', ({ target }) => { if (target.tagName === 'SELECT') window.clicks += 1; }, true);
  })()`);
  return async () => Number(await page.evaluate('window.clicks'));
}
