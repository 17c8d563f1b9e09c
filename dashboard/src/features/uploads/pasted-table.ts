/** A table out of the clipboard, as a file: copied cells of a spreadsheet, a table of a page, or a file itself. */

const pastedName = 'Pasted table.tsv';

/** Undefined: what was pasted is no table. */
export function pastedFile(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File | undefined {
  const [file] = clipboard.files;
  if (file) return file;
  const text = clipboard.getData('text/plain');
  if (text.includes('\t')) return tableFile(text);
  const table = tableOfHtml(clipboard.getData('text/html'));
  if (table !== undefined) return tableFile(table);
  return /\S\r?\n\s*\S/.test(text) ? new File([text], 'Pasted table.csv', { type: 'text/csv' }) : undefined;
}

function tableFile(text: string): File {
  return new File([text], pastedName, { type: 'text/tab-separated-values' });
}

/** The first table of the page, with tabs; its scripts do not run and nothing of it is loaded. */
export function tableOfHtml(html: string): string | undefined {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  const lines = [...(table?.rows ?? [])].map(({ cells }) => [...cells].map(cellText).join('\t'));
  return lines.some((line) => line.includes('\t')) ? `${lines.join('\n')}\n` : undefined;
}

function cellText({ textContent }: HTMLTableCellElement): string {
  const text = (textContent ?? '').trim();
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
