/**
 * The seeded tables of each platform through the whole service: every format, `sql`, extraction, samples,
 * selections, views, and rows beyond one page or one query (contract 1.3).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedAirtable } from '../../emulators/airtable/airtable-seed.ts';
import { seedGoogle } from '../../emulators/google/google-seed.ts';
import { seedNotion } from '../../emulators/notion/notion-seed.ts';
import { allReaders } from '../formats/readers/all-readers.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { connect, createEndpoint } from '../support/platform-service.ts';
import { forgetLimits } from '../support/small-tables.ts';
import { type PlatformKey, type Stage, startStage } from '../support/tables-to-break.ts';

interface DemoTable {
  readonly name: string;
  readonly platform: PlatformKey;
  /** For `endpoint create`. */
  readonly words: readonly string[];
  readonly rows: number;
}

const ofAirtable = ['--base', 'appDemoWorkshop01', '--table'];
const ofGoogle = ['--spreadsheet', '1EmulatedDemoSpreadsheet0000000000000000000a', '--sheet'];
const demo = {
  orders: { name: 'Airtable table', platform: 'airtable', words: [...ofAirtable, 'Orders'], rows: 250 },
  openOrders: {
    name: 'Airtable view',
    platform: 'airtable',
    words: [...ofAirtable, 'Orders', '--view', 'Open, newest first'],
    rows: 182,
  },
  everyFieldType: {
    name: 'Airtable table of every field type',
    platform: 'airtable',
    words: [...ofAirtable, 'tblEvery000000000'],
    rows: 3,
  },
  projects: {
    name: 'Notion database',
    platform: 'notion',
    words: ['--database', '1a000000-0000-4000-8000-0000000000db'],
    rows: 120,
  },
  tasks: {
    name: 'Notion database of many rows',
    platform: 'notion',
    words: ['--database', '2b000000-0000-4000-8000-0000000000db'],
    rows: 694,
  },
  everyType: {
    name: 'Notion database of every property type',
    platform: 'notion',
    words: ['--database', 'https://www.notion.so/team/Every-3e0000000000400080000000000000db?v=1'],
    rows: 3,
  },
  contractors: {
    name: 'Notion data source, one of two',
    platform: 'notion',
    words: ['--database', '5e000000-0000-4000-8000-0000000000d5'],
    rows: 8,
  },
  inventory: { name: 'Google sheet', platform: 'google', words: [...ofGoogle, 'Inventory'], rows: 199 },
  crm: {
    name: 'Google sheet that looks like a cell',
    platform: 'google',
    words: [...ofGoogle, 'CRM26'],
    rows: 2,
  },
  best: {
    name: 'Google sheet with quotes in its title',
    platform: 'google',
    words: [...ofGoogle, 'Q1: Ada\'s "best" list!'],
    rows: 2,
  },
  headers: {
    name: 'Google sheet with blank and repeated headers',
    platform: 'google',
    words: [...ofGoogle, 'Headers'],
    rows: 2,
  },
  topItems: { name: 'Google named range', platform: 'google', words: [...ofGoogle, 'TopItems'], rows: 10 },
} as const satisfies Record<string, DemoTable>;

const records = z.array(z.record(z.string(), z.unknown()));

describe('Every source', () => {
  let stage: Stage & AsyncDisposable;
  const connections = new Map<PlatformKey, string>();
  beforeAll(async () => {
    stage = await startStage();
    const { airtable, notion, google } = stage.platforms;
    seedAirtable(airtable);
    seedNotion(notion);
    seedGoogle(google);
    const pair = google.addGrant();
    const words = ['--access-token', pair.accessToken, '--refresh-token', pair.refreshToken];
    connections.set(
      'airtable',
      await connect(stage.service, 'airtable', '--token', airtable.addPersonalToken()),
    );
    connections.set('notion', await connect(stage.service, 'notion', '--token', notion.addToken()));
    connections.set('google', await connect(stage.service, 'google', ...words));
  });
  afterEach(() => expectLedgerWhole(stage.service));
  afterAll(() => stage[Symbol.asyncDispose]());

  const publish = async ({ platform, words }: DemoTable, ...more: readonly string[]): Promise<string> => {
    const endpoint = await createEndpoint(stage.service, connections.get(platform) ?? '', ...words, ...more);
    await forgetLimits(stage.service);
    return endpoint;
  };

  const bodyOf = async (endpoint: string, query: string): Promise<string> => {
    const { cost, answer } = await costOf(stage.service, () => stage.service.get(`${endpoint}?${query}`));
    expect({ status: answer.status, cost }).toEqual({ status: 200, cost: 1 });
    return answer.text();
  };

  const recordsOf = async (endpoint: string, query = ''): Promise<z.infer<typeof records>> =>
    records.parse(JSON.parse(await bodyOf(endpoint, `type=json_records${query}`)));

  const sql = (statement: string): string => `&sql=${encodeURIComponent(statement)}`;

  it.each(Object.values<DemoTable>(demo))('$name: every format is well-formed and whole', async (table) => {
    const endpoint = await publish(table);
    for (const [type, reader] of Object.entries(allReaders)) {
      expect(reader.read(await bodyOf(endpoint, `type=${type}`)).rows, type).toHaveLength(table.rows);
    }
    expect(await recordsOf(endpoint, sql('SELECT count(*) AS n FROM service_table'))).toEqual([
      { n: table.rows },
    ]);
  });

  /** Reads of the platform that a sample makes, and its rows. */
  const sample = async ({ platform }: DemoTable, endpoint: string) => {
    const { calls } = stage.platforms[platform].api;
    const first = calls.length;
    const preview = () =>
      stage.service.command('endpoint', 'preview', endpoint, '--param', 'type=json_records');
    const { cost, answer } = await costOf(stage.service, preview);
    expect(cost).toBe(0);
    const made = calls.slice(first).map(({ method, url }) => `${method} ${decodeURIComponent(url)}`);
    return { calls: made, rows: records.parse(JSON.parse(String(answer['body']))) };
  };

  it.each([demo.orders, demo.tasks, demo.inventory])(
    '$name: HEAD asks the platform nothing',
    async (table) => {
      const endpoint = await publish(table);
      const { calls } = stage.platforms[table.platform].api;
      const before = calls.length;
      const head = () => fetch(`${stage.service.url}/${endpoint}`, { method: 'HEAD' });
      const { cost, answer } = await costOf(stage.service, head);
      expect({ status: answer.status, cost, calls: calls.length }).toEqual({
        status: 200,
        cost: 0,
        calls: before,
      });
    },
  );

  it('Airtable: a sample asks for ten records, and for the names that they link to', async () => {
    const endpoint = await publish(demo.orders);
    const { calls, rows } = await sample(demo.orders, endpoint);
    expect(rows).toEqual((await recordsOf(endpoint)).slice(0, 10));
    expect(calls).toEqual([
      expect.stringContaining('GET /v0/meta/bases/'),
      expect.stringMatching(/tblOrders\w+\?pageSize=10&.*maxRecords=10/),
      expect.stringContaining('tblCustomers'),
      expect.stringContaining('tblProducts'),
    ]);
  });

  it('Notion: a sample asks for one page, and for the names that it links to', async () => {
    const endpoint = await publish(demo.tasks);
    const { calls, rows } = await sample(demo.tasks, endpoint);
    expect(rows).toEqual((await recordsOf(endpoint)).slice(0, 10));
    expect(calls).toEqual([
      expect.stringMatching(/^GET \/v1\/data_sources\/2b/),
      expect.stringMatching(/^POST \/v1\/data_sources\/2b\S+\/query$/),
      expect.stringMatching(/^POST \/v1\/data_sources\/1a\S+\/query\?filter_properties=title$/),
    ]);
  });

  it('Google: a sample asks for the first rows only', async () => {
    const endpoint = await publish(demo.inventory);
    const { calls, rows } = await sample(demo.inventory, endpoint);
    expect(rows).toEqual((await recordsOf(endpoint)).slice(0, 10));
    expect(calls).toEqual([
      expect.stringContaining('?fields='),
      expect.stringContaining("ranges='Inventory'!A1:Z50&"),
      expect.stringContaining("ranges='Inventory'!A1:Z50&"),
    ]);
  });

  it.each([
    [demo.orders, 'Total,Order', 8],
    [demo.projects, 'Budget,Name', 12],
    [demo.inventory, 'Price,Item', 13],
  ] as const)('$name: fields are chosen, and chosen again', async (table, fields, all) => {
    const endpoint = await publish(table, '--fields', fields.split(',')[1] ?? '');
    const columns = async (): Promise<string[]> => Object.keys((await recordsOf(endpoint))[0] ?? {});
    expect(await columns()).toEqual(fields.split(',').slice(1));
    await stage.service.command('endpoint', 'set', endpoint, '--fields', fields);
    expect(await columns()).toEqual(fields.split(','));
    await stage.service.command('endpoint', 'set', endpoint, '--all-columns');
    expect(await columns()).toHaveLength(all);
    const unknown = stage.service.command('endpoint', 'set', endpoint, '--fields', 'Nonsense');
    await expect(unknown).rejects.toThrow('--fields');
    expect(await columns()).toHaveLength(all);
  });

  it('Airtable: linked records have ids and names, and can be extracted', async () => {
    const endpoint = await publish(demo.orders, '--fields', 'Order,Customer,Products');
    expect((await recordsOf(endpoint))[2]).toEqual({
      Order: 'ORD-00003',
      Customer: [{ id: 'recCustomers00014', name: 'Göğüş & Co., Aachen' }],
      Products: [
        { id: 'recProducts000006', name: 'Desk, ash' },
        { id: 'recProducts000007', name: 'Chair, ash' },
      ],
    });
    const extracted = await recordsOf(endpoint, '&extract_json_property=name');
    expect(extracted[2]).toEqual({
      Order: 'ORD-00003',
      Customer: 'Göğüş & Co., Aachen',
      Products: 'Desk, ash, Chair, ash',
    });
    expect(extracted[0]).toMatchObject({ Order: 'ORD-00001', Products: '' });
    const statement = `SELECT count(*) AS n FROM service_table WHERE Customer LIKE 'O''Neil%'`;
    expect(await recordsOf(endpoint, `&extract_json_property=name${sql(statement)}`)).toEqual([{ n: 32 }]);
  });

  it('Notion: relations have ids and names beyond 25, and can be extracted', async () => {
    const endpoint = await publish(demo.projects, '--fields', 'Name,Tasks,Task count');
    const [first] = await recordsOf(endpoint);
    const names = Array.from({ length: 130 }, (_, n) => `Task 1.${n + 1}`);
    expect(first).toMatchObject({ 'Task count': 130, Tasks: names.map((name) => ({ name })) });
    const [extracted] = await recordsOf(endpoint, '&extract_json_property=name');
    expect(extracted).toEqual({ Name: 'Project 1', Tasks: names.join(', '), 'Task count': 130 });
  });

  it('Airtable: a view gives its order, its rows and the fields that it shows', async () => {
    const all = await recordsOf(await publish(demo.orders));
    const open = await recordsOf(await publish(demo.openOrders));
    const hidden = new Set(['Paid', 'Note']);
    const shown = all
      .filter(({ Status }) => Status !== 'Shipped')
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name))))
      .sort((one, other) => String(other['Date']).localeCompare(String(one['Date'])));
    expect(open).toEqual(shown);
  });

  it('Airtable: three pages come in the order of the table', async () => {
    const rows = await recordsOf(await publish(demo.orders, '--fields', 'Order'));
    expect(rows).toEqual(rows.map((_, n) => ({ Order: `ORD-${String(n + 1).padStart(5, '0')}` })));
  });

  it('Notion: all rows are there beyond what one query returns', async () => {
    const endpoint = await publish(demo.tasks);
    const before = await recordsOf(endpoint);
    const { notion } = stage.platforms;
    for (const [cap, shortPages] of [
      [230, false],
      [37, true],
    ] as const) {
      Object.assign(notion, { queryCap: cap, shortPages });
      await forgetLimits(stage.service);
      expect(await recordsOf(endpoint)).toEqual(before);
    }
    Object.assign(notion, { queryCap: 5, shortPages: false });
    const { cost, answer } = await costOf(stage.service, () => stage.service.get(endpoint));
    Object.assign(notion, { queryCap: 10_000 });
    expect({ status: answer.status, cost }).toEqual({ status: 500, cost: 0 });
    expect(await answer.json()).toMatchObject({
      error: 'Dataframe could not be retrieved',
      data: 'The database has more rows than one query of Notion returns, and the rest could not be reached. More rows were created at the same time than Notion returns at once.',
    });
  });

  it('Google: numbers, texts, booleans and dates keep their kind', async () => {
    const [, row] = await recordsOf(await publish(demo.inventory));
    expect(row).toEqual({
      Item: 'Desk, oak',
      SKU: '000037',
      Qty: 7,
      Price: 21.75,
      Discount: 0.05,
      'In stock': true,
      Warehouse: 'Bergen',
      Added: '2024-01-03',
      'Counted at': '2024-01-03T00:15:00',
      Opens: '08:00:00',
      'Work time': '21:30:00',
      Value: 152.25,
      Note: null,
    });
  });

  it.each([
    [demo.crm, ['Customer', 'Since', 'Open'], ['Ahmadi & Co.', '2023-01-01', 3]],
    [demo.best, ['Rank', 'Name'], [1, 'Lamp, oak']],
    [
      demo.headers,
      ['Name', 'column_2', 'Name_2', '2024', 'TRUE', 'Name ', 'column_7'],
      ['first', 'no header', 'again', 1, false, 'x', 'beyond the headers'],
    ],
    [demo.topItems, ['Item', 'SKU', 'Qty', 'Price'], ['Lamp, oak', '000000', 0, 19.5]],
  ] as const)('$name: is found, with its own columns', async (table, columns, first) => {
    const body: unknown = JSON.parse(await bodyOf(await publish(table), 'type=json_split'));
    expect(body).toMatchObject({ columns, data: { 0: first, length: table.rows } });
  });
});
