/** An analyst who writes no SQL: open orders over 100 by customer, largest first, as a URL, from the printed link. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { stranger } from '../support/dashboard.ts';
import { dropFile } from '../support/dashboard-files.ts';
import { startTestService } from '../support/service.ts';

const orders = `Order,Customer,Status,Amount
1001,Ann,open,150.5
1002,Zoe,open,90
1003,O'Brien,closed,900
1004,Zoe,open,400
1005,Ann,open,120
1006,"Smith, Inc.",open,101
`;

it('open orders over 100 by customer, largest first: no typing but the number, at most 20 clicks, 90 seconds', async () => {
  const logLines: string[] = [];
  await using service = await startTestService({ logLines });
  const [, key] = /setup#([\w-]{32})/.exec(logLines.join('')) ?? [];
  const browser = await launchBrowser();
  try {
    await using analyst = await stranger(browser, service);
    const { page } = analyst;
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      await target.click();
      clicks += 1;
    };
    /** The list is opened, and one of it clicked. */
    const select = async (label: string, choice: string): Promise<void> => {
      await page.getByLabel(label, { exact: true }).last().selectOption(choice);
      clicks += 2;
    };
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    const begun = performance.now();
    await analyst.open(`setup#${key}`);
    await click(button('Start'));
    await page.getByRole('heading', { name: 'Turn a table into a URL' }).waitFor();
    await dropFile(page, 'orders.csv', orders);
    clicks += 1;
    await click(button('Create endpoint'));
    await click(page.getByRole('link', { name: 'Build URL' }));
    const preview = page.getByRole('region', { name: 'Preview as a table' });
    await click(preview.getByRole('button', { name: 'open', exact: true }).first());
    await click(button('Add filter'));
    await select('Column', 'Amount');
    await select('Condition', '>');
    const value = page.getByRole('textbox', { name: 'Value', exact: true });
    await click(value);
    await value.pressSequentially('100', { delay: 120 });
    await click(page.getByText('Groups', { exact: true }));
    await click(page.getByRole('combobox', { name: 'Group by' }));
    await click(page.getByRole('listbox', { name: 'Group by' }).getByRole('option', { name: 'Customer' }));
    await click(button('Add calculation'));
    await select('Column of the calculation', 'Amount');
    await click(preview.getByRole('button', { name: 'Sum of Amount', exact: true }));
    await preview.getByRole('cell', { name: '400', exact: true }).waitFor();
    await click(button('Copy URL'));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const seconds = (performance.now() - begun) / 1_000;
    const url = (await analyst.copied()).replace(/^http:\/\/[^/]+/, service.url);
    expect(await (await fetch(url)).text()).toBe(
      'Customer,Count,Sum of Amount\nZoe,1,400\nAnn,2,270.5\n"Smith, Inc.",1,101\n',
    );
    expect(clicks).toBeLessThanOrEqual(20);
    expect(seconds).toBeLessThan(90);
  } finally {
    await browser.close();
  }
});
