/**
 * Rows of a data source become batches of cells, page by page in their order. While the next pages are on
 * their way, cut values are completed and the names of related pages learned; only a few pages ever wait for
 * that, so memory stays bounded however long the table is.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Batch, Cell, Row } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { ReadAgain } from '../source.ts';
import { cellOf } from './cells.ts';
import { completeValues } from './complete-values.ts';
import { type RelationNames, relationNames } from './linked-names.ts';
import { type PageRow, queryRows } from './query.ts';
import { type DataSource, type Property, readSchema } from './schema.ts';

export interface RowsWanted {
  readonly dataSource: DataSource;
  /** In the order of the table. */
  readonly columns: readonly Property[];
  readonly maxRows: number | undefined;
}

const maxPagesWaiting = 10;
/** How many cells are converted before other requests get a turn: some milliseconds of work. */
const cellsPerTurn = 2000;

export async function* readRows(platformCall: CallPlatform, wanted: RowsWanted): AsyncGenerator<Batch> {
  const { dataSource, columns, maxRows } = wanted;
  const left = new AbortController();
  const call: CallPlatform = async (request) => {
    left.signal.throwIfAborted();
    return platformCall(request);
  };
  const finish = pageFinisher(call, wanted);
  const waiting: Promise<Batch>[] = [];
  const query = {
    dataSource: dataSource.id,
    properties: neededIds(dataSource, columns),
    ahead: true,
    maxRows,
  };
  try {
    for await (const rows of queryRows(call, query)) {
      const batch = Promise.resolve(waiting.at(-1)).then(() => finish(rows));
      batch.catch(() => undefined);
      waiting.push(batch);
      if (waiting.length > maxPagesWaiting) yield await nextOf(waiting);
    }
    while (waiting.length > 0) yield await nextOf(waiting);
  } finally {
    left.abort();
  }
}

function nextOf(waiting: Promise<Batch>[]): Promise<Batch> {
  return waiting.shift() ?? Promise.resolve([]);
}

/** What the columns show, and the relations that tell whether a rollup is complete; null for all properties. */
function neededIds({ properties }: DataSource, columns: readonly Property[]): string[] | null {
  const keys = new Set(columns.flatMap(({ key, followedRelation = key }) => [key, followedRelation]));
  const needed = properties.filter(({ key }) => keys.has(key));
  return needed.length === properties.length ? null : needed.map(({ id }) => id);
}

function pageFinisher(
  call: CallPlatform,
  { dataSource, columns }: RowsWanted,
): (rows: readonly PageRow[]) => Promise<Batch> {
  const names = relationNames(call);
  const accepted = new Set<string>();
  return async (rows) => {
    const doubtful = columns.filter(({ key, type }) =>
      rows.some(({ values }) => values.get(key)?.type !== type),
    );
    if (doubtful.some(({ key }) => !accepted.has(key)))
      await refuseChangeMeanwhile(call, dataSource.id, doubtful);
    for (const { key } of doubtful) accepted.add(key);
    await completeValues(call, columns, rows);
    await learnNames(names, columns, rows);
    return convert(names, columns, rows);
  };
}

/** A row without a property of the schema: the schema has changed since it was read, or Notion leaves it out. */
async function refuseChangeMeanwhile(
  call: CallPlatform,
  dataSource: string,
  doubtful: readonly Property[],
): Promise<void> {
  const { properties } = await readSchema(call, dataSource);
  const types = new Map(properties.map(({ key, type }) => [key, type]));
  if (doubtful.some(({ key, type }) => types.get(key) !== type)) {
    throw new ReadAgain('the properties changed while the rows were read');
  }
}

async function learnNames(
  names: RelationNames,
  columns: readonly Property[],
  rows: readonly PageRow[],
): Promise<void> {
  const wanted = new Map<string, Set<string>>();
  for (const column of columns) {
    if (column.relatedDataSource === undefined) continue;
    const pages = wanted.get(column.relatedDataSource) ?? new Set();
    wanted.set(column.relatedDataSource, pages);
    for (const row of rows) for (const page of relatedPages(row, column)) pages.add(page);
  }
  await Promise.all([...wanted].map(([dataSource, pages]) => names.learn(dataSource, pages)));
}

async function convert(
  names: RelationNames,
  columns: readonly Property[],
  rows: readonly PageRow[],
): Promise<Batch> {
  const batch: Row[] = [];
  const rowsPerTurn = Math.ceil(cellsPerTurn / columns.length);
  for (const row of rows) {
    batch.push(columns.map((column) => convertCell(names, column, row)));
    if (batch.length % rowsPerTurn === 0) await setImmediate();
  }
  return batch;
}

function convertCell(names: RelationNames, column: Property, row: PageRow): Cell {
  const value = row.values.get(column.key);
  if (value?.type !== column.type) return null;
  if (column.type !== 'relation') return cellOf(column.type, value.value);
  const { relatedDataSource = '' } = column;
  return relatedPages(row, column).map((id) => ({ id, name: names.nameOf(relatedDataSource, id) }));
}

const relationShape = z.array(z.object({ id: z.string() })).nullish();

function relatedPages({ values }: PageRow, { key, type }: Property): string[] {
  const value = values.get(key);
  return value?.type === type
    ? (parseOrUnavailable(relationShape, value.value) ?? []).map(({ id }) => id)
    : [];
}
