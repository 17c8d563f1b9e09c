/**
 * The sample: at most ten rows, free of charge (contract 4.2.6). It uses the steps of an export without the credit and
 * the saves, and is small in whatever form it is answered: what it has is cut before it is rendered, and cut further
 * until all of it has room (decision 053).
 */
import type { FormatName } from '../formats/all-formats.ts';
import { cutSample, type SampleTable } from '../transform/cut-sample.ts';
import { type HeldTable, holdFirstRows } from '../transform/first-rows.ts';
import { type Answer, isWhole } from './answer.ts';
import type { Client } from './client.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';
import { render } from './render.ts';
import { enterLane, readAndQuery } from './run-export.ts';

const sampleRows = 10;
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
}

/** Hears how many milliseconds of the machine's time were used, as they are used. */
export type Spent = (ms: number) => void;

export async function runSample(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
  spent: Spent = () => {},
): Promise<Sample> {
  const rows = await firstRowsOf(context, planned, client, spent);
  const begun = performance.now();
  try {
    return await renderWithin(context, planned, rows, client);
  } finally {
    spent(performance.now() - begun);
  }
}

/** For who shows nothing but rows. */
export async function sampleTable(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
): Promise<SampleTable> {
  return cutSample(await firstRowsOf(context, planned, client, () => {}), firstRoom);
}

async function firstRowsOf(
  context: ExportContext,
  planned: PlannedExport,
  client: Client,
  spent: Spent,
): Promise<HeldTable> {
  await using cleanup = new AsyncDisposableStack();
  using _lane = await enterLane(context, planned, client);
  const queried = await readAndQuery(context, planned, { client, cleanup, maxRows: sampleRows, spent });
  return await holdFirstRows(queried, sampleRows);
}

async function renderWithin(
  context: ExportContext,
  planned: PlannedExport,
  rows: HeldTable,
  client: Client,
): Promise<Sample> {
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
