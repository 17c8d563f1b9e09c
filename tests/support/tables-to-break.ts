/**
 * The same small table on each of the emulated platforms, new for every test that asks for one, with a
 * connection and an endpoint of its own: a test may change, break or delete it without disturbing another.
 */
import { randomUUID } from 'node:crypto';
import {
  type AirtableBase,
  type AirtableTable,
  newAirtableId,
} from '../../emulators/airtable/airtable-data.ts';
import type { EmulatorServer } from '../../emulators/emulator-server.ts';
import type { GoogleSheet, GoogleSpreadsheet } from '../../emulators/google/google-data.ts';
import type { NotionDatabase, NotionDataSource } from '../../emulators/notion/notion-data.ts';
import { textItem } from '../../emulators/notion/notion-objects.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from './platform-service.ts';
import type { ServiceOptions, TestService } from './service.ts';
import { forgetLimits } from './small-tables.ts';

export interface Breakable {
  readonly api: EmulatorServer;
  readonly token: string;
  readonly connection: string;
  readonly endpoint: string;
  /** What only calls for its structure, and only calls for its rows, have in them: for faults. */
  readonly structureCall: string;
  readonly rowsCall: string;
}

export interface BreakableAirtable extends Breakable {
  readonly base: AirtableBase;
  readonly table: AirtableTable;
}

export interface BreakableNotion extends Breakable {
  readonly database: NotionDatabase;
  readonly dataSource: NotionDataSource;
}

export interface BreakableGoogle extends Breakable {
  readonly spreadsheet: GoogleSpreadsheet;
  readonly sheet: GoogleSheet;
}

export interface Person {
  readonly Name: string;
  readonly Amount: number;
  readonly Done: boolean;
}

/** What `type=json_records` answers for it. */
export const people: readonly Person[] = [
  { Name: 'Ann', Amount: 41.5, Done: true },
  { Name: 'Göğüş "日本"', Amount: -7, Done: false },
  { Name: 'Zoë', Amount: 0, Done: true },
];

export function manyPeople(count: number): readonly Person[] {
  return Array.from({ length: count }, (_, n) => ({ Name: `Person ${n}`, Amount: n / 2, Done: n % 3 === 0 }));
}

export interface Stage {
  readonly platforms: Platforms;
  readonly service: TestService;
}

export interface TableOptions {
  readonly rows?: readonly Person[];
  /** Words of `endpoint create` besides those that name the table. */
  readonly words?: readonly string[];
  /** Words of `connection add` instead of those for a credential that sees everything. */
  readonly credential?: readonly string[];
}

export async function airtableToBreak(stage: Stage, options: TableOptions = {}): Promise<BreakableAirtable> {
  const { airtable } = stage.platforms;
  const table = airtableTable(options.rows ?? people);
  const base = { id: newAirtableId('app'), name: 'Team', permissionLevel: 'create', tables: [table] };
  airtable.bases.push(base);
  const token = airtable.addPersonalToken();
  const connection = await connect(stage.service, 'airtable', ...(options.credential ?? ['--token', token]));
  const words = ['--base', base.id, '--table', table.id, ...(options.words ?? [])];
  return {
    api: airtable.api,
    token,
    connection,
    endpoint: await createEndpoint(stage.service, connection, ...words),
    structureCall: `GET /v0/meta/bases/${base.id}/tables`,
    rowsCall: `/v0/${base.id}/${table.id}`,
    base,
    table,
  };
}

function airtableTable(rows: readonly Person[]): AirtableTable {
  const [name, amount, done] = [newAirtableId('fld'), newAirtableId('fld'), newAirtableId('fld')];
  const records = rows.map(({ Name, Amount, Done }) => ({
    id: newAirtableId('rec'),
    createdTime: '2026-01-02T03:04:05.000Z',
    cells: { [name]: Name, [amount]: Amount, [done]: Done },
  }));
  const [first] = records;
  return {
    id: newAirtableId('tbl'),
    name: 'People',
    primaryFieldId: name,
    fields: [
      { id: name, name: 'Name', type: 'singleLineText' },
      { id: amount, name: 'Amount', type: 'number', options: { precision: 2 } },
      { id: done, name: 'Done', type: 'checkbox', options: { icon: 'check', color: 'greenBright' } },
    ],
    views: [
      { id: newAirtableId('viw'), name: 'All', type: 'grid' },
      { id: newAirtableId('viw'), name: 'First', type: 'grid', recordIds: first ? [first.id] : [] },
    ],
    records,
  };
}

export async function notionToBreak(stage: Stage, options: TableOptions = {}): Promise<BreakableNotion> {
  const { notion } = stage.platforms;
  const dataSource = notionDataSource(options.rows ?? people);
  const dataSources = [dataSource];
  const database = { id: randomUUID(), title: 'People', shared: true, inTrash: false, dataSources };
  notion.databases.push(database);
  const token = notion.addToken();
  const connection = await connect(stage.service, 'notion', ...(options.credential ?? ['--token', token]));
  const words = ['--database', database.id, ...(options.words ?? [])];
  return {
    api: notion.api,
    token,
    connection,
    endpoint: await createEndpoint(stage.service, connection, ...words),
    structureCall: `GET /v1/data_sources/${dataSource.id}`,
    rowsCall: `POST /v1/data_sources/${dataSource.id}/query`,
    database,
    dataSource,
  };
}

function notionDataSource(rows: readonly Person[]): NotionDataSource {
  return {
    id: randomUUID(),
    name: 'People',
    properties: {
      Name: { id: 'title', type: 'title', config: {} },
      Amount: { id: 'am%3At', type: 'number', config: { format: 'number' } },
      Done: { id: 'done', type: 'checkbox', config: {} },
    },
    rows: rows.map(({ Name, Amount, Done }, place) => {
      const time = new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString();
      const values = { title: [textItem(Name)], 'am%3At': Amount, done: Done };
      return { id: randomUUID(), createdTime: time, lastEditedTime: time, values };
    }),
  };
}

export async function googleToBreak(stage: Stage, options: TableOptions = {}): Promise<BreakableGoogle> {
  const { google } = stage.platforms;
  const cells = (options.rows ?? people).map(({ Name, Amount, Done }) => [Name, Amount, Done]);
  const sheet: GoogleSheet = {
    sheetId: 7,
    title: 'People',
    rowCount: Math.max(1000, cells.length + 1),
    columnCount: 26,
    sheetType: 'GRID',
    rows: [['Name', 'Amount', 'Done'], ...cells],
  };
  const spreadsheet: GoogleSpreadsheet = {
    id: `1toBreak${randomUUID().replaceAll('-', '')}`,
    title: 'Team',
    locale: 'en_US',
    timeZone: 'Etc/GMT',
    sheets: [sheet],
    namedRanges: [],
  };
  google.spreadsheets.push(spreadsheet);
  const { accessToken, refreshToken } = google.addGrant();
  const pair = ['--access-token', accessToken, '--refresh-token', refreshToken];
  const connection = await connect(stage.service, 'google', ...(options.credential ?? pair));
  const words = ['--spreadsheet', spreadsheet.id, '--sheet', sheet.title, ...(options.words ?? [])];
  return {
    api: google.api,
    token: accessToken,
    connection,
    endpoint: await createEndpoint(stage.service, connection, ...words),
    structureCall: `GET /v4/spreadsheets/${spreadsheet.id}?fields`,
    rowsCall: `GET /v4/spreadsheets/${spreadsheet.id}/values:batchGet`,
    spreadsheet,
    sheet,
  };
}

export const platformKeys = ['airtable', 'notion', 'google'] as const;

export type PlatformKey = (typeof platformKeys)[number];

export const tablesToBreak: Readonly<
  Record<PlatformKey, (stage: Stage, options?: TableOptions) => Promise<Breakable>>
> = { airtable: airtableToBreak, notion: notionToBreak, google: googleToBreak };

export async function oneOnEachPlatform(stage: Stage, options: TableOptions = {}): Promise<Breakable[]> {
  const tables: Breakable[] = [];
  for (const key of platformKeys) tables.push(await tablesToBreak[key](stage, options));
  await forgetLimits(stage.service);
  return tables;
}

export interface CallCount {
  readonly structure: number;
  readonly rows: number;
}

/** Calls for the structure and for the rows of this table that arrive while `action` runs. */
export async function countCalls<T>(
  table: Breakable,
  action: () => Promise<T>,
): Promise<{ calls: CallCount; answer: T }> {
  const first = table.api.calls.length;
  const answer = await action();
  return { calls: callsSince(table, first), answer };
}

/** `first` is how many calls had arrived before, to whatever table. */
export function callsSince({ api, structureCall, rowsCall }: Breakable, first: number): CallCount {
  const made = api.calls.slice(first).map(({ method, url }) => `${method} ${url}`);
  const count = (part: string): number => made.filter((call) => call.includes(part)).length;
  return { structure: count(structureCall), rows: count(rowsCall) };
}

/** A service and platforms that take any number of calls. */
export async function startStage(options: ServiceOptions = {}): Promise<Stage & AsyncDisposable> {
  const platforms = await startPlatforms();
  liftLimits(platforms);
  const service = await startPlatformService(platforms, options);
  const dispose = async (): Promise<void> => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  };
  return { platforms, service, [Symbol.asyncDispose]: dispose };
}

export function liftLimits({ airtable, notion, google }: Platforms): void {
  airtable.limits = { perBase: null, perUser: null, penaltyMs: 0 };
  notion.limits = { perSecond: null, retryAfterSeconds: 1 };
  google.limits = { readsPerUser: null, readsPerProject: null, writesPerUser: null, writesPerProject: null };
}
