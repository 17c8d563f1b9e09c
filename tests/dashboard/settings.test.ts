/** The settings of an endpoint, changed as a person does and checked at its address. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 180_000 };

let service: TestService;
let browser: Browser;
let ann: Visitor;
let page: Page;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'pro');
  page = ann.page;
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const publish = (name: string, csv = 'name,price,code\nwidget,10,007\n'): Promise<string> =>
  service.publish(csv, '--owner', 'ann@example.com', '--name', name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const answerOf = async (id: string): Promise<string> => (await service.get(id)).text();

async function openSettings(id: string): Promise<void> {
  await ann.open(`endpoints/${id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
}

it(
  'renames, describes, chooses fields in another order, all by one button; a wrong value is pointed at',
  slow,
  async () => {
    const id = await publish('Prices');
    await openSettings(id);
    await page.getByRole('radio', { name: 'All columns, including ones added later' }).waitFor();
    await expectAccessible(page);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await button('Save').click();
    await page.getByText('Enter a name.').waitFor();
    expect(await name.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await name.fill('Price list');
    await page.getByRole('textbox', { name: 'Description' }).fill('Prices of today');
    await page.getByRole('radio', { name: 'Only these, in this order' }).check();
    await page.getByRole('checkbox', { name: 'name' }).uncheck();
    await button('Move code up').click();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Spreadsheets that requests may write to' }).fill('nonsense!');
    await page.keyboard.press('Enter');
    await button('Save').click();
    await page.getByText('is neither the id nor the address').waitFor();
    expect(await name.inputValue()).toBe('Price list');
    await page.keyboard.press('Backspace');
    await button('Save').click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Price list' }).waitFor();
    expect(await answerOf(id)).toBe('code,price\n007,10\n');
    const field = (label: string) =>
      page
        .getByRole('list', { name: 'Fields in their order' })
        .getByRole('listitem')
        .filter({ hasText: label });
    await field('price').dragTo(field('code'));
    await button('Save').click();
    await expect.poll(() => answerOf(id)).toBe('price,code\n10,007\n');
  },
);

it('asks before a form with changes is left', slow, async () => {
  const id = await publish('Half done');
  await openSettings(id);
  await page.getByRole('textbox', { name: 'Name' }).fill('Other');
  await page.getByRole('tab', { name: 'Use it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Other');
  await button('Discard the changes').click();
  await page.getByRole('tab', { name: 'Use it' }).click();
  await page.getByRole('tab', { name: 'curl' }).waitFor();
});

it('a token is made, shown once and then required; taken off it is not', slow, async () => {
  const id = await publish('Secrets');
  await openSettings(id);
  const required = page.getByRole('switch', { name: 'Every request must carry a token' });
  await required.click();
  const shown = page.getByRole('dialog', { name: 'The token of this endpoint' });
  await shown.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Copy the token' }).click();
  const token = await ann.copied();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await shown.waitFor({ state: 'hidden' });
  expect(token.length).toBeGreaterThanOrEqual(40);
  expect((await service.get(id)).status).toBe(401);
  expect((await service.get(id, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect(await page.content()).not.toContain(token);

  await button('Use my own token').click();
  await page.getByRole('textbox', { name: 'Token' }).fill('short');
  await page.getByText('A token of 5 characters can be guessed.').waitFor();
  await expectAccessible(page);
  await button('Set the token').click();
  await page.getByText('The token is set.').waitFor();
  expect((await service.get(id, { authorization: 'Bearer short' })).status).toBe(200);

  await required.click();
  await page.getByRole('dialog', { name: 'Take the token off?' }).waitFor();
  await expectAccessible(page);
  await button('Take the token off').click();
  await page.getByText('The token is taken off.').waitFor();
  expect((await service.get(id)).status).toBe(200);
});

it('a switch acts at once and can be undone', slow, async () => {
  const id = await publish('Switched');
  await openSettings(id);
  const status = async (): Promise<number> => (await service.get(`${id}?all_fields=true`)).status;
  expect(await status()).toBe(400);
  await page.getByRole('switch', { name: 'Requests may ask for all columns' }).click();
  await page.getByText('Requests may ask for all columns.').waitFor();
  expect(await status()).toBe(200);
  await button('Undo').click();
  await page.getByText('Requests get the chosen columns only.').waitFor();
  expect(await status()).toBe(400);
});

it('another file takes the place of the old one, and what is lost is said before', slow, async () => {
  const id = await publish('Replaced');
  await service.command('endpoint', 'set', id, '--fields', 'price,code');
  await openSettings(id);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Replace the file').click()]);
  await chooser.setFiles({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,price,colour\ngadget,20,red\n'),
  });
  await page.getByText('does not have code, which this endpoint exports').waitFor();
  expect(await answerOf(id)).toBe('price,code\n10,007\n');
  await expectAccessible(page);
  await button('Replace anyway').click();
  await page.getByText('The file is replaced.').waitFor();
  expect((await service.get(id)).status).toBe(409);
  await page.getByText('The source does not have code any more').waitFor();
  await page.getByRole('checkbox', { name: 'code' }).click();
  await button('Save').click();
  await page.getByText('The settings are saved.').waitFor();
  expect(await answerOf(id)).toBe('price\n20\n');
});

it(
  'columns get other names and types after publishing, and nothing changes before that is saved',
  slow,
  async () => {
    const id = await publish('Columns');
    await openSettings(id);
    await button('Change columns').click();
    const type = page.getByRole('combobox', { name: 'Type of price', exact: true });
    await type.selectOption('Text');
    await page.getByText('price (whole number, now text)').waitFor();
    const name = page.getByRole('textbox', { name: 'Name of code', exact: true });
    await name.fill('Code');
    await name.press('Enter');
    await page.getByRole('combobox', { name: 'Type of Code', exact: true }).waitFor();
    await expectAccessible(page);
    expect(await (await service.get(`${id}?type=json_records`)).json()).toMatchObject([
      { price: 10, code: '007' },
    ]);
    await button('Save columns').click();
    await page.getByText('The columns are changed.').waitFor();
    expect(await (await service.get(`${id}?type=json_records`)).json()).toMatchObject([
      { price: '10', Code: '007' },
    ]);
  },
);

it('is deleted after a confirmation that names what stops', slow, async () => {
  const id = await publish('Doomed');
  await service.command('proxy', 'create', id);
  await openSettings(id);
  await button('Delete the endpoint').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Doomed?' });
  await dialog.getByText('1 view').waitFor();
  await dialog.getByText(`/${id}`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete the endpoint' }).click();
  await page.getByText('Doomed is deleted.').waitFor();
  expect((await service.get(id)).status).toBe(404);
});

it('says at its top why it answers nobody, and how to mend it', slow, async () => {
  const id = await publish('Stopped');
  await service.command('account', 'set', 'ann@example.com', '--credits', '0');
  await ann.open(`endpoints/${id}/use`);
  await page.getByText('You have no credits left').waitFor();
  await page.getByRole('link', { name: 'Buy credits' }).waitFor();
  await expectAccessible(page);
});
