/** The builder on the tab "Build URL": a question without SQL, its statement, the preview that answers it; in Chromium. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const email = 'ann@example.com';
const odd = `Say "hi" [x] 'y'`;
const csv = [
  `Customer,Status,Amount,Paid,Day,"${odd.replaceAll('"', '""')}"`,
  "O'Brien,open,150,true,2026-01-05,a",
  'Ann,open,300,false,2026-01-06,b',
  'Ann,closed,50,true,2026-01-07,',
  "O'Brien,open,20,true,2026-01-08,a",
  'Zoe,open,120,false,2026-01-09,a',
].join('\n');

let service: TestService;
let browser: Browser;
let ann: Visitor;
beforeAll(async () => {
  service = await startTestService({ environment: { PREVIEW_SECONDS: '600' } });
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, email, '--plan', 'lite');
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const labelled = (label: string): Locator => ann.page.getByLabel(label, { exact: true });
const button = (name: string | RegExp): Locator => ann.page.getByRole('button', { name });
const option = (name: string): Locator => ann.page.getByRole('option', { name, exact: true });
const previewTable = (): Locator => ann.page.getByRole('region', { name: 'Preview as a table' });
const cells = async (): Promise<string[]> => previewTable().locator('tbody td').allTextContents();
const inPreview = (name: string): Locator => previewTable().getByRole('button', { name, exact: true });

async function copiedAnswer(): Promise<string> {
  await button('Copy URL').click();
  const answer = await fetch(await ann.copied());
  return answer.text();
}

describe('an uploaded file', () => {
  let id: string;
  beforeEach(async () => {
    id = await service.publish(`${csv}\n`, '--owner', email, '--name', 'Orders');
    await ann.open(`endpoints/${id}`);
    await ann.page.evaluate('localStorage.clear()');
    await ann.open(`endpoints/${id}`);
    await previewTable().waitFor();
  });

  it('filters with suggested values, in groups, and shows and copies its SQL', async () => {
    await button('Add filter').click();
    await labelled('Column').selectOption('Customer');
    await labelled('Condition').selectOption('is one of');
    await ann.page.getByRole('combobox', { name: 'Values' }).click();
    await option("O'Brien").click();
    await option('Zoe').click();
    await ann.page.keyboard.press('Escape');
    await ann.page.getByText('3 matching rows in all').waitFor();
    await button('Add group').click();
    await labelled('Column').nth(1).selectOption('Amount');
    await labelled('Condition').nth(1).selectOption('>');
    await labelled('Value').fill('1x');
    await ann.page.getByText('Enter a number').waitFor();
    await labelled('Value').fill('140');
    await button('Add filter to group').click();
    await labelled('Column').nth(2).selectOption('Paid');
    await labelled('Condition').nth(2).selectOption('is false');
    await ann.page.getByText('2 matching rows in all').waitFor();
    await expectAccessible(ann.page);
    const sql = `SELECT * FROM service_table WHERE "Customer" IN ('O''Brien', 'Zoe') AND ("Amount" > 140 OR "Paid" = 0)`;
    await ann.page.getByText(sql).first().waitFor();
    expect((await copiedAnswer()).trim().split('\n')).toHaveLength(3);
    await expect.poll(() => ann.page.url()).toContain('?query=');
    const address = ann.page.url();
    await ann.page.evaluate('localStorage.clear()');
    await ann.page.goto(`${service.url}/app/`);
    await ann.page.goto(address);
    await ann.page.getByText('2 matching rows in all').waitFor();
    expect(await labelled('Condition').nth(2).inputValue()).toBe('isFalse');
  });

  it('a click on a value filters by it, on a heading sorts', async () => {
    await inPreview('open').first().click();
    await ann.page.getByText('4 matching rows in all').waitFor();
    await inPreview('Amount').click();
    await expect.poll(async () => (await cells())[2]).toBe('20');
    await inPreview('Amount').click();
    await expect.poll(async () => (await cells())[2]).toBe('300');
    expect(await ann.page.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(await inPreview('Empty').count()).toBe(0);
    await button('Remove filter on Status').click();
    await inPreview('Empty').first().click();
    await ann.page.getByText('1 matching row in all').waitFor();
    expect(await labelled('Column').inputValue()).toBe(odd);
  });

  it('dates have operators of their own', async () => {
    await button('Add filter').click();
    await labelled('Column').selectOption('Day');
    await labelled('Condition').selectOption('is after');
    await labelled('Value').fill('2026-01-07');
    await ann.page.getByText('2 matching rows in all').waitFor();
  });

  it('columns are chosen and ordered, and rows limited', async () => {
    await button('All 6 columns').click();
    await ann.page.getByRole('checkbox', { name: 'Status' }).click();
    await button('Move Amount up').click();
    await labelled('First rows').fill('2');
    await ann.page.getByText('2 matching rows in all').waitFor();
    const [header] = (await copiedAnswer()).split('\n');
    expect(header).toBe(`Amount,Customer,Paid,Day,"${odd.replaceAll('"', '""')}"`);
    await expectAccessible(ann.page);
  });

  it('an empty result says which filter emptied it', async () => {
    await inPreview('closed').click();
    await button('Add filter').click();
    await labelled('Column').nth(1).selectOption('Amount');
    await labelled('Condition').nth(1).selectOption('>');
    await ann.page.getByRole('textbox', { name: 'Value', exact: true }).fill('100');
    await ann.page.getByText('No row is left after the filter “Amount > 100”.').waitFor();
    await ann.page.getByRole('textbox', { name: 'Value', exact: true }).fill('1000');
    await ann.page.getByText('No row matches the filter “Amount > 1000”.').waitFor();
    await expectAccessible(ann.page);
  });

  it('what it cannot show stays SQL; a column that is gone is told', async () => {
    const sql = encodeURIComponent('SELECT Customer || 1 AS x FROM service_table');
    await labelled('URL').fill(`${service.url}/${id}?sql=${sql}`);
    await ann.page.getByText("The builder can't show this query").waitFor();
    await expectAccessible(ann.page);
    await button('Start over').click();
    await button('Add filter').waitFor();
    await button('Undo').click();
    await ann.page.getByRole('textbox', { name: 'SQL' }).getByText('SELECT Customer || 1').waitFor();
    expect(await ann.page.getByRole('radio', { name: 'Builder' }).isDisabled()).toBe(true);
    const gone = encodeURIComponent(`SELECT * FROM service_table WHERE "Region" = 'north' AND "Amount" > 1`);
    await labelled('URL').fill(`${service.url}/${id}?sql=${gone}`);
    await ann.page.getByText('Column "Region" is gone').waitFor();
    expect(await ann.page.getByRole('textbox', { name: 'Value', exact: true }).inputValue()).toBe('1');
    await labelled('Column').first().selectOption('Status');
    await ann.page.getByText('Column "Region" is gone').waitFor({ state: 'detached' });
    await ann.page.getByText('5 matching rows in all').waitFor();
  });
});

describe('a large file', () => {
  it('says how many rows match, and shows more of them', async () => {
    const rows = Array.from({ length: 1_234 }, (_, at) => `${at},name ${at}`).join('\n');
    const id = await service.publish(`n,name\n${rows}\n`, '--owner', email, '--name', 'Large');
    await ann.open(`endpoints/${id}`);
    await ann.page.getByText('First 10 of 1,234 rows').waitFor();
    await button('Show 50 more').click();
    await ann.page.getByText('First 60 of 1,234 rows').waitFor();
    await button('Show 40 more').click();
    await ann.page.getByText('First 100 of 1,234 rows').waitFor();
    expect(await button(/^Show \d+ more/).count()).toBe(0);
    await button('Add filter').click();
    await labelled('Column').selectOption('name');
    await ann.page.getByRole('combobox', { name: 'Value' }).pressSequentially('name 987');
    await option('name 987').waitFor();
    await ann.page.getByText('1 matching row in all').waitFor();
    await labelled('Format').selectOption('json_records');
    await ann.page.getByRole('region', { name: 'Preview as text' }).getByText('"name 987"').waitFor();
    await labelled('Format').selectOption('xml');
    await ann.page.getByRole('region', { name: 'Preview as text' }).getByText('<').first().waitFor();
  });
});
