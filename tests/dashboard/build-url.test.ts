/** The tab "Build URL": controls and address as one, the SQL editor, the preview; in Chromium. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyBase, fillTable } from '../../emulators/airtable/airtable-seed.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

const email = 'ann@example.com';
const hostile = '<img src=x onerror="document.title=\'owned\'"></script><script>alert(1)</script>';

let platforms: Platforms;
let service: TestService;
let browser: Browser;
let ann: Visitor;

beforeAll(async () => {
  platforms = await startPlatforms();
  service = await startPlatformService(platforms);
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, email, '--plan', 'lite');
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});

const labelled = (label: string): Locator => ann.page.getByLabel(label, { exact: true });
const button = (name: string | RegExp): Locator => ann.page.getByRole('button', { name });
const editor = (): Locator => ann.page.getByRole('textbox', { name: 'SQL' });
const suggested = (name: RegExp): Locator =>
  ann.page.locator('.cm-tooltip-autocomplete').getByRole('option', { name });
const previewTable = (): Locator => ann.page.getByRole('region', { name: 'Preview as a table' });

async function writeSql(sql: string): Promise<void> {
  if (!(await editor().isVisible())) await showSql();
  await editor().click();
  await ann.page.keyboard.press('ControlOrMeta+A');
  await ann.page.keyboard.insertText(sql);
  await ann.page.keyboard.press('Escape');
}

/** The builder comes first. */
const showSql = (): Promise<void> => ann.page.getByText('SQL', { exact: true }).first().click();

/** While the list is made anew it takes no click. */
async function accept(name: RegExp, written: string): Promise<void> {
  await suggested(name).waitFor();
  const clicked = async (): Promise<string | null> => {
    if (await suggested(name).isVisible()) await suggested(name).click();
    return editor().textContent();
  };
  await expect.poll(clicked).toContain(written);
}

describe('an uploaded file', () => {
  let id: string;
  beforeEach(async () => {
    const csv = `Name,order,Unit price\nwidget,3,10\ngadget,1,20\n"${hostile.replaceAll('"', '""')}",2,30\n`;
    id = await service.publish(csv, '--owner', email, '--name', 'Goods');
    await ann.open(`endpoints/${id}`);
    await previewTable().waitFor();
  });

  it('format and SQL by controls: the copied address gives exactly that', async () => {
    expect(await ann.page.getByRole('switch', { name: 'Save to a Google sheet' }).isDisabled()).toBe(true);
    expect(await labelled('Wrap JSON in a key').count()).toBe(0);
    await labelled('Format').selectOption('json_values');
    await writeSql('SELECT "Name", "Unit price" * 2 AS double FROM service_table WHERE "Unit price" < 25');
    await labelled('Wrap JSON in a key').fill('goods & more');
    await ann.page.getByRole('region', { name: 'Preview as text' }).getByText('40').waitFor();
    await button('Copy URL').click();
    const url = await ann.copied();
    expect(await (await fetch(url)).json()).toEqual({
      'goods & more': [
        ['widget', 20],
        ['gadget', 40],
      ],
    });
    await labelled('Format').selectOption('csv');
    await expect.poll(() => labelled('URL').inputValue()).not.toContain('type=');
    await ann.page.getByText('Has no effect on CSV.').waitFor();
  });

  it('an edited address moves the controls; what is unknown is kept and named', async () => {
    const url = `${service.url}/files/${id}?Type=xml&_=17&filename_timestamp=start&sql=SELECT+1+AS+one&email_me=TRUE`;
    await labelled('URL').fill(url);
    expect(await labelled('Format').inputValue()).toBe('xml');
    expect(await labelled('Add a timestamp to the file name').inputValue()).toBe('start');
    expect(await ann.page.getByRole('switch', { name: 'E-mail me' }).isChecked()).toBe(true);
    await editor().getByText('SELECT 1 AS one').waitFor();
    await ann.page.getByText('Ignored: _').waitFor();
    await ann.page.getByRole('switch', { name: 'E-mail me' }).click();
    await expect
      .poll(() => labelled('URL').inputValue())
      .toMatch(/\/\w+\?Type=xml&_=17&filename_timestamp=start&sql=SELECT%201%20AS%20one$/);
    await labelled('URL').fill('https://example.com/other');
    await ann.page.getByText('This is not the URL of this endpoint').waitFor();
    expect(await labelled('Format').inputValue()).toBe('xml');
    await expectAccessible(ann.page);
    await labelled('Format').selectOption('json_split');
    await expect.poll(() => labelled('URL').inputValue()).toContain('type=json_split');
    await button('Remove all parameters').click();
    await expect.poll(() => labelled('URL').inputValue()).toMatch(/\/\w{22}$/);
    await button('Undo').click();
    await expect.poll(() => labelled('URL').inputValue()).toContain('type=json_split');
  });

  it('a refused statement says why, and one click writes what was meant', async () => {
    await writeSql("SELECT nam, 'nam' AS text FROM service_table");
    await ann.page.getByText('no such column: nam').waitFor();
    await editor().focus();
    await expectAccessible(ann.page);
    await button('Write Name').click();
    await ann.page.getByRole('alert').waitFor({ state: 'detached' });
    await previewTable().getByText('gadget').waitFor();
    expect(await editor().textContent()).toBe("SELECT Name, 'nam' AS text FROM service_table");
    await writeSql('SELECT order FROM service_table ORDER BY order');
    await button('Write "order"').click();
    await expect
      .poll(() => editor().textContent())
      .toContain('SELECT "order" FROM service_table ORDER BY order');
    await button('Write "order"').click();
    await previewTable().getByText('3', { exact: true }).waitFor();
  });

  it('a half typed word is no error, one that was left or run is', async () => {
    await showSql();
    await editor().click();
    await ann.page.keyboard.type('SELECT Nam');
    await ann.page.getByText('Not finished yet: no such column: Nam').waitFor();
    expect(await ann.page.getByRole('alert').count()).toBe(0);
    await ann.page.keyboard.press('Escape');
    await ann.page.keyboard.press('ControlOrMeta+Enter');
    await ann.page.getByRole('alert').getByText('no such column: Nam').waitFor();
    await ann.page.keyboard.type('x');
    await ann.page.getByText('Not finished yet: no such column: Namx').waitFor();
    await labelled('URL').focus();
    await ann.page.getByRole('alert').getByText('no such column: Namx').waitFor();
  });

  it.each([
    [`SELECT * FROM service_table WHERE Name = "gadget"`, `Write 'gadget'`],
    [`SELECT * FROM goods WHERE Name = 'gadget'`, 'Write service_table'],
    [`SELECT TOP 1 * FROM service_table WHERE Name = 'gadget'`, 'Write LIMIT 1'],
  ])('one click mends %s', async (sql, fix) => {
    await writeSql(sql);
    await button(fix).click();
    await ann.page.getByText('1 matching row in all').waitFor();
  });

  it('columns are completed, in quotes where they must be', async () => {
    await showSql();
    await editor().click();
    await ann.page.keyboard.type('SELECT ord');
    await suggested(/^order/).waitFor();
    await expectAccessible(ann.page);
    await editor().focus();
    await ann.page.keyboard.press('Control+Space');
    await accept(/^order/, '"order"');
    await ann.page.keyboard.type(', "Uni');
    await accept(/^Unit price/, '"Unit price"');
    await ann.page.keyboard.type(' FROM service_table ');
    expect((await editor().textContent())?.trim()).toBe('SELECT "order", "Unit price" FROM service_table');
    await ann.page.keyboard.press('Escape');
    await ann.page.keyboard.press('Tab');
    expect(await editor().evaluate((element) => element.matches(':focus'))).toBe(false);
    await previewTable().getByText('20', { exact: true }).waitFor();
  });

  it('what was written is there after a reload, and Ctrl+Enter runs it at once', async () => {
    await writeSql('SELECT count(*) AS rows FROM service_table');
    await ann.page.keyboard.press('ControlOrMeta+Enter');
    await ann.page.getByText('Preview of SELECT count(*) AS rows').waitFor();
    await ann.page.reload();
    await editor().getByText('SELECT count(*) AS rows FROM service_table').waitFor();
    await previewTable().getByText('3', { exact: true }).waitFor();
  });

  it('cells are texts, as a table and as the text of the format', async () => {
    await previewTable().getByText(hostile).waitFor();
    await expectAccessible(ann.page);
    await ann.page.getByText('Text', { exact: true }).click();
    await ann.page.getByRole('region', { name: 'Preview as text' }).getByText('onerror').waitFor();
    await expectAccessible(ann.page);
  });

  it('pages run in a frame of their own, where cells are texts, too', async () => {
    await labelled('Format').selectOption('dynamic_table');
    const frame = ann.page.frameLocator('iframe[title="Preview as a page"]');
    await frame.getByRole('searchbox').fill('gadget');
    await expect.poll(() => frame.getByRole('row').count()).toBe(2);
    await labelled('Format').selectOption('html_table');
    await frame.getByText(hostile).waitFor();
    await expect.poll(() => ann.page.title()).toBe('Goods · Tablecast');
    await expectAccessible(ann.page);
  });

  it('a long address is warned of', async () => {
    await writeSql(`SELECT '${'x'.repeat(2_500)}' AS long FROM service_table`);
    await ann.page.getByText('Excel and some other programs').waitFor();
  });
});

describe('a table on a platform', () => {
  it('is read on demand only, and a new preview ends the one before it', async () => {
    const { airtable } = platforms;
    const base = emptyBase('Work');
    airtable.bases.push(base);
    const table = fillTable(base, { name: 'Tasks', rows: 3_000 });
    const token = airtable.addPersonalToken();
    const connection = await service.command(
      'connection',
      'add',
      email,
      '--platform',
      'airtable',
      '--token',
      token,
    );
    const choice = ['--base', base.id, '--table', table.id];
    const words = ['--connection', String(connection['id']), ...choice];
    const endpoint = await service.command('endpoint', 'create', email, ...words);
    const pages = (): number => airtable.api.calls.filter(({ url }) => url.includes(table.id)).length;
    const { accessToken, refreshToken } = platforms.google.addGrant();
    const grant = ['--access-token', accessToken, '--refresh-token', refreshToken];
    await service.command('connection', 'add', email, '--platform', 'google', ...grant);
    await ann.open(`endpoints/${endpoint['id']}`);
    await ann.page.getByText('Run it to read the first ten rows from Airtable').waitFor();
    await showSql();
    await button('Name').waitFor();
    await ann.page.getByRole('switch', { name: 'Save to a Google sheet' }).click();
    await ann.page
      .getByLabel(/^Spreadsheet id/)
      .first()
      .fill('somebody-elses');
    await ann.page.getByText('Not allowed for this endpoint yet.').waitFor();
    await expectAccessible(ann.page);
    await button('Remove all parameters').click();
    expect(pages()).toBe(0);
    await button(/^Run/).click();
    await previewTable().getByText('Tasks 9').waitFor();
    expect(pages()).toBe(1);
    await writeSql('SELECT count(*) AS tasks FROM service_table');
    await ann.page.getByText('Out of date').waitFor();
    await ann.page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(pages).toBeGreaterThan(2);
    await writeSql('');
    await ann.page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => ann.page.getByText('Out of date').count()).toBe(0);
    expect(pages()).toBeLessThan(12);
  });
});
