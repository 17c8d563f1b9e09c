/**
 * Contract 7.4, what only one platform can cause or says in its own way: changes of its structure (409), access that
 * was taken away (423), limits that waiting does not lift (429). Each with exact status and text, `data` that says what
 * changed or what to do, a help page that opens, and no credit used.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AirtableField } from '../../emulators/airtable/airtable-data.ts';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { notionFaults } from '../../emulators/notion/notion-faults.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import {
  answering,
  changed,
  credentialRefused,
  expectRefusal,
  onRows,
  onStructure,
  type Refusal,
  refused,
  unavailable,
} from '../support/platform-refusals.ts';
import { createEndpoint } from '../support/platform-service.ts';
import {
  airtableToBreak,
  type Breakable,
  type BreakableAirtable,
  type BreakableGoogle,
  type BreakableNotion,
  googleToBreak,
  notionToBreak,
  people,
  type Stage,
  startStage,
  type TableOptions,
} from '../support/tables-to-break.ts';

const airtableChanged = changed('Airtable');
const airtableRefusals: readonly Refusal<BreakableAirtable>[] = [
  airtableChanged(
    'field renamed',
    (table) => changeField(table, 'Amount', { name: 'Sum' }),
    'The field "Amount" is now called "Sum".',
  ),
  airtableChanged('field deleted', ({ table }) => table.fields.pop(), 'The field "Done" was deleted.'),
  airtableChanged(
    'field retyped',
    (table) => changeField(table, 'Amount', { type: 'singleLineText', options: null }),
    'The field "Amount" was of type number and is now singleLineText.',
  ),
  airtableChanged(
    'several changes at once',
    (table) => {
      changeField(table, 'Name', { name: 'Full "name"' });
      table.table.fields.pop();
    },
    'The field "Name" is now called "Full \\"name\\"". The field "Done" was deleted.',
  ),
  airtableChanged(
    'field deleted since the structure was read',
    (table) => {
      const message = `Unknown field name: "${table.table.primaryFieldId}"`;
      onRows(answering(422, { error: { type: 'UNKNOWN_FIELD_NAME', message } }))(table);
    },
    'The field "Name" was deleted.',
  ),
  airtableChanged(
    'table gone',
    ({ base }) => base.tables.pop(),
    'The table "People" was deleted, or the connection may no longer read it.',
  ),
  refused(
    'base no longer accessible',
    ({ base }, { platforms: { airtable } }) => airtable.bases.splice(airtable.bases.indexOf(base), 1),
    'The connection can no longer see the base. Check that the base still exists, that it is among the bases added to the token, that the token has the scopes data.records:read and schema.bases:read, and that its user may read the base.',
  ),
  refused(
    'the user lost the right to read the base',
    ({ base }) => Object.assign(base, { permissionLevel: 'none' }),
    'Airtable does not permit this to the connection. Check that its token has the scope schema.bases:read and that its user may read the base.',
  ),
  refused(
    'the token lost the scope for records',
    ({ token }, { platforms: { airtable } }) =>
      airtable.addPersonalToken({ token, scopes: ['schema.bases:read'] }),
    'Airtable does not permit this to the connection. Check that its token has the scope data.records:read and that its user may read the base.',
  ),
  {
    cause: 'monthly quota of the workspace spent: told at once',
    provoke: onRows(airtableFaults.billingLimit),
    status: 429,
    error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
    data: "API billing plan limit exceeded. You've reached the maximum number of requests allowed for this month.",
    calls: { structure: 1, rows: 1 },
  },
];

function changeField({ table }: BreakableAirtable, name: string, change: Partial<AirtableField>): void {
  const field = table.fields.find((one) => one.name === name);
  if (!field) throw new Error(`There is no field ${name}.`);
  Object.assign(field, change);
}

const notionChanged = changed('Notion');
const notionGone =
  'The database is gone, or no longer shared with the integration. Restore it in Notion, or open it there and add the integration under Connections.';
const notionRefusals: readonly Refusal<BreakableNotion>[] = [
  notionChanged(
    'property renamed',
    (table) => renameProperty(table, 'Amount', 'Sum'),
    'The field "Amount" is now called "Sum".',
  ),
  notionChanged(
    'property deleted',
    ({ dataSource }) => delete dataSource.properties['Amount'],
    'The field "Amount" was deleted.',
  ),
  notionChanged(
    'property retyped',
    ({ dataSource }) =>
      Object.assign(dataSource.properties['Amount'] ?? {}, { type: 'rich_text', config: {} }),
    'The field "Amount" was of type number and is now rich_text.',
  ),
  notionChanged(
    'database in the trash',
    ({ database }) => Object.assign(database, { inTrash: true }),
    'The database is in the trash of Notion. Restore it there.',
  ),
  notionChanged(
    'database deleted',
    ({ database }, { platforms: { notion } }) =>
      notion.databases.splice(notion.databases.indexOf(database), 1),
    notionGone,
  ),
  notionChanged(
    'database no longer shared, others still are',
    ({ database }) => Object.assign(database, { shared: false }),
    notionGone,
  ),
  refused(
    'integration disconnected from everything',
    (_table, { platforms: { notion } }) => {
      for (const database of notion.databases) database.shared = false;
    },
    'Nothing in Notion is shared with the integration any more. Open the database in Notion and add the integration under Connections.',
  ),
  refused(
    'integration may no longer read content',
    ({ token }, { platforms: { notion } }) => notion.addToken({ token, readsContent: false }),
    'The Notion integration lacks the capability "Read content". Switch it on in the settings of the integration in Notion, then try again.',
  ),
  {
    cause: 'a limit that stays closed for longer than a hit waits: told at once',
    provoke: onRows(notionFaults.longRateLimit),
    status: 429,
    error: 'rate_limited',
    data: 'You have been rate limited. Please try again in a few minutes.',
    retryAfter: '90',
    calls: { structure: 1, rows: 1 },
  },
];

function renameProperty({ dataSource }: BreakableNotion, from: string, to: string): void {
  const named = Object.entries(dataSource.properties);
  dataSource.properties = Object.fromEntries(
    named.map(([name, property]) => [name === from ? to : name, property]),
  );
}

const googleChanged = changed('Google Sheets');
const googleRefusals: readonly Refusal<BreakableGoogle>[] = [
  googleChanged(
    'header renamed',
    ({ sheet }) => sheet.rows.splice(0, 1, ['Name', 'Sum', 'Done']),
    'The column "Amount" is gone; "Sum" stands in its place (B).',
  ),
  googleChanged(
    'column deleted',
    ({ sheet }) => {
      for (const row of sheet.rows) row.splice(1, 1);
    },
    'The column "Amount" is gone.',
  ),
  googleChanged(
    'sheet emptied',
    ({ sheet }) => sheet.rows.splice(0),
    'The column "Name" is gone. The column "Amount" is gone. The column "Done" is gone.',
  ),
  googleChanged(
    'sheet gone',
    ({ spreadsheet }) => spreadsheet.sheets.splice(0, 1),
    'The sheet "People" was deleted.',
  ),
  googleChanged(
    'spreadsheet gone',
    ({ spreadsheet }, { platforms: { google } }) =>
      google.spreadsheets.splice(google.spreadsheets.indexOf(spreadsheet), 1),
    'The spreadsheet was deleted, or the connected account no longer sees it.',
  ),
  googleChanged(
    'no Google sheet any more',
    ({ spreadsheet }) => Object.assign(spreadsheet, { isXlsx: true }),
    'The file is no longer a Google sheet. Open it, choose File > Save as Google Sheets, and make an endpoint for the new one.',
  ),
  refused(
    'spreadsheet no longer shared with the account',
    ({ spreadsheet }) => Object.assign(spreadsheet, { sharedWith: ['somebody@example.com'] }),
    'The connected Google account may no longer open this spreadsheet. Share it with that account again, or reconnect with an account that may open it.',
  ),
  refused(
    'scope missing',
    onStructure(googleFaults.insufficientScopes),
    'The connection was not given the right to read spreadsheets. Reconnect Google and leave every box ticked.',
  ),
  {
    ...unavailable(
      'the service may not use the API at all',
      onStructure(
        answering(403, {
          error: {
            code: 403,
            message: 'Google Sheets API has not been used in project 123456789012 before or it is disabled.',
            status: 'PERMISSION_DENIED',
            details: [{ reason: 'SERVICE_DISABLED', domain: 'googleapis.com' }],
          },
        }),
      ),
    ),
    data: 'The Google Sheets API is not enabled in the Google project of this service.',
  },
  {
    ...refused(
      'the token is refused as soon as it was renewed',
      onStructure(googleFaults.unauthorized),
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    ),
    calls: { structure: 2, rows: 0 },
  },
  {
    cause: 'a daily limit: told at once',
    provoke: onRows(
      answering(403, {
        error: { code: 403, message: 'Daily Limit Exceeded', errors: [{ reason: 'dailyLimitExceeded' }] },
      }),
    ),
    status: 429,
    error: 'dailyLimitExceeded',
    data: 'Daily Limit Exceeded',
    calls: { structure: 1, rows: 1 },
  },
];

describe('7 Errors of one platform', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterEach(() => expectLedgerWhole(stage.service));
  afterAll(() => stage[Symbol.asyncDispose]());

  it.each(airtableRefusals)('Airtable: $status $cause', async (refusal) =>
    expectRefusal(stage, await airtableToBreak(stage), refusal),
  );
  it.each(notionRefusals)('Notion: $status $cause', async (refusal) =>
    expectRefusal(stage, await notionToBreak(stage), refusal),
  );
  it.each(googleRefusals)('Google Sheets: $status $cause', async (refusal) =>
    expectRefusal(stage, await googleToBreak(stage), refusal),
  );

  it('Airtable: 409 view gone', async () => {
    const table = await airtableToBreak(stage, { words: ['--view', 'First'] });
    const gone = airtableChanged('', () => table.table.views.pop(), 'The view "First" was deleted.');
    await expectRefusal(stage, table, gone);
  });

  it('Airtable: 423 grant of OAuth revoked', async () => {
    const { accessToken, refreshToken } = stage.platforms.airtable.addGrant();
    const credential = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const table = await airtableToBreak(stage, { credential });
    const revoke = (): void => stage.platforms.airtable.revoke(accessToken);
    await expectRefusal(stage, table, refused('', revoke, credentialRefused));
  });

  it('Google Sheets: 409 named range gone', async () => {
    const namedRange = { namedRangeId: 'n1', name: 'Top', sheetId: 7 };
    const box = { startRow: 0, endRow: 2, startColumn: 0, endColumn: 2 };
    const table = await googleToBreak(stage);
    table.spreadsheet.namedRanges.push({ ...namedRange, ...box });
    const words = ['--spreadsheet', table.spreadsheet.id, '--sheet', 'Top'];
    const endpoint = await createEndpoint(stage.service, table.connection, ...words);
    const gone = googleChanged(
      '',
      () => table.spreadsheet.namedRanges.pop(),
      'The named range "Top" was deleted.',
    );
    await expectRefusal(stage, { ...table, endpoint }, gone);
  });

  const renames = [
    [
      'Airtable',
      async (options: TableOptions) =>
        renaming(await airtableToBreak(stage, options), (table, from, to) =>
          changeField(table, from, { name: to }),
        ),
    ],
    [
      'Notion',
      async (options: TableOptions) => renaming(await notionToBreak(stage, options), renameProperty),
    ],
    [
      'Google Sheets',
      async (options: TableOptions) => renaming(await googleToBreak(stage, options), renameHeader),
    ],
  ] as const;

  describe.each(renames)('%s', (_platform, make) => {
    const renamed = people.map(({ Name, Amount, Done }) => ({ Name, Sum: Amount, Done }));
    const ask = async (endpoint: string, query = ''): Promise<unknown> => {
      const { cost, answer } = await costOf(stage.service, () =>
        stage.service.get(`${endpoint}?type=json_records${query}`),
      );
      const body: unknown = await answer.json();
      return { status: answer.status, cost, body };
    };

    it('a field that is not selected may change as it likes', async () => {
      const { endpoint, rename } = await make({ words: ['--fields', 'Done,Name'] });
      rename('Amount', 'Sum');
      const body = people.map(({ Done, Name }) => ({ Done, Name }));
      expect(await ask(endpoint)).toEqual({ status: 200, cost: 1, body });
    });

    it('`all_fields` goes by the fields of now, whatever was selected and remembered', async () => {
      const { endpoint, rename } = await make({ words: ['--fields', 'Amount'] });
      await stage.service.command('endpoint', 'set', endpoint, '--allow', 'all_fields');
      rename('Amount', 'Sum');
      expect(await ask(endpoint)).toMatchObject({ status: 409, cost: 0 });
      expect(await ask(endpoint, '&all_fields=true')).toEqual({ status: 200, cost: 1, body: renamed });
    });

    it('choosing the fields again puts a 409 right', async () => {
      const { endpoint, rename } = await make({});
      rename('Amount', 'Sum');
      expect(await ask(endpoint)).toMatchObject({ status: 409, cost: 0 });
      await stage.service.command('endpoint', 'set', endpoint, '--fields', 'Sum');
      const sums = renamed.map(({ Sum }) => ({ Sum }));
      expect(await ask(endpoint)).toEqual({ status: 200, cost: 1, body: sums });
      await stage.service.command('endpoint', 'set', endpoint, '--all-columns');
      expect(await ask(endpoint)).toEqual({ status: 200, cost: 1, body: renamed });
    });
  });
});

interface Renaming {
  readonly endpoint: string;
  rename(from: string, to: string): void;
}

function renaming<Table extends Breakable>(
  table: Table,
  rename: (table: Table, from: string, to: string) => void,
): Renaming {
  return { endpoint: table.endpoint, rename: (from, to) => rename(table, from, to) };
}

function renameHeader({ sheet }: BreakableGoogle, from: string, to: string): void {
  const [header = []] = sheet.rows;
  sheet.rows[0] = header.map((cell) => (cell === from ? to : cell));
}
