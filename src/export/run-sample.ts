/**
 * The sample: ten rows, or at most a hundred if its owner asks for them, free of charge (contract 4.2.6). It uses the steps of an export without the credit and
 * the saves, and is small in whatever form it is answered: what it has is cut before it is rendered, and cut further
 * until all of it has room (decision 053).
 */
import { uniqueNames } from '../base/unique-names.ts';
import type { FormatName } from '../formats/all-formats.ts';
import { cutSample, type SampleTable } from '../transform/cut-sample.ts';
import type { SeenObjects } from '../transform/extract-json-property.ts';
import { type HeldTable, heldTable, holdFirstRows } from '../transform/first-rows.ts';
import { type Answer, isWhole } from './answer.ts';
import type { Client } from './client.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';
import { render } from './render.ts';
import { enterLane, readAndQuery } from './run-export.ts';

/** If nothing else is said. */
export const sampleRows = 10;
/** In bytes of JSON: rows and text together, and the rows of the first try. */
const maxBytes = 248_000;
const firstRoom = 100_000;

export interface Sample {
  readonly type: FormatName;
  readonly filename: string;
  readonly nonce: string;
  readonly body: string;
  /** Its rows besides, whatever the format is. */
  readonly table: SampleTable;
  /** How many rows there are in all; absent: it could not be told in a moment. */
  readonly total?: number;
  /** `extract_json_property` names what no object has. */
  readonly isPropertyMissing: boolean;
}

/** Hears how many milliseconds of the machine's time were used, as they are used. */
export type Spent = (ms: number) => void;

interface Wanted {
  readonly spent?: Spent;
  /** Ten, if nothing is said. */
  readonly rows?: number;
}

export async function runSample(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
  { spent = () => {}, rows: wanted = sampleRows }: Wanted = {},
): Promise<Sample> {
  let total: number | undefined;
  const counted = (rows: number): void => {
    total = rows;
  };
  const seen = { objects: 0, values: 0 };
  const rows = await firstRowsOf(context, planned, { client, spent, counted, seen, maxRows: wanted });
  const begun = performance.now();
  try {
    const sample = await renderWithin(context, planned, rows, client);
    const isPropertyMissing = seen.objects > 0 && seen.values === 0;
    return { ...sample, isPropertyMissing, ...(total !== undefined && { total }) };
  } finally {
    spent(performance.now() - begun);
  }
}

/** For who shows nothing but rows. */
export async function sampleTable(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
  { spent = () => {}, rows: maxRows = sampleRows }: Wanted = {},
): Promise<SampleTable> {
  return cutSample(await firstRowsOf(context, planned, { client, spent, maxRows }), firstRoom);
}

/** One column of the sample, by its name in every format; undefined: there is none. */
export async function sampleColumn(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
  { column, spent = () => {}, rows: maxRows = sampleRows }: Wanted & { readonly column: string },
): Promise<SampleTable | undefined> {
  const { columns, rows } = await firstRowsOf(context, planned, { client, spent, maxRows });
  const at = uniqueNames(columns.map(({ name }) => name)).indexOf(column);
  const found = columns[at];
  if (!found) return undefined;
  const picked = heldTable(
    [found],
    rows.map((row) => [row[at] ?? null]),
  );
  return cutSample(picked, firstRoom);
}

interface Reading {
  readonly client: Client;
  readonly spent: Spent;
  readonly maxRows: number;
  readonly counted?: (rows: number) => void;
  readonly seen?: SeenObjects;
}

async function firstRowsOf(
  context: ExportContext,
  planned: PlannedExport,
  reading: Reading,
): Promise<HeldTable> {
  await using cleanup = new AsyncDisposableStack();
  using _lane = await enterLane(context, planned, reading.client);
  const queried = await readAndQuery(context, planned, { ...reading, cleanup });
  return await holdFirstRows(queried, reading.maxRows);
}

async function renderWithin(
  context: ExportContext,
  planned: PlannedExport,
  rows: HeldTable,
  client: Client,
): Promise<Omit<Sample, 'isPropertyMissing'>> {
  for (let room = firstRoom; room > 0; room = Math.floor(room / 2)) {
    const table = cutSample(rows, room);
    await using rendered = await render(context, planned, table, client);
    const body = await textWithin(rendered.body, maxBytes);
    const { type, filename, nonce } = rendered;
    if (body !== undefined && Buffer.byteLength(JSON.stringify(body)) + table.bytes <= maxBytes)
      return { type, filename, nonce, body, table };
  }
  throw new Error('a sample of one cell has no room');
}

/** Undefined if it is longer. */
async function textWithin(body: Answer['body'], most: number): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const piece of isWhole(body) ? [body] : body) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    if (text.length > most) return undefined;
  }
  return text;
}
