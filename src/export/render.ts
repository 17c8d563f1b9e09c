/**
 * Steps 6 and 7 of 4.2: renders the table in the requested format and wraps JSON in the key of `nest_json`. Bodies
 * of small tables that never change are cached; pages are not, because each has its own nonce.
 */
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import type { Format } from '../formats/format.ts';
import { nestJson } from '../formats/json-layouts.ts';
import { randomId } from '../random-id.ts';
import { StoredTable } from '../stored-table/stored-table.ts';
import type { Table } from '../table.ts';
import { type Answer, beginAnswer, isWhole, wholeAnswer } from './answer.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';

export interface Rendered extends Answer {
  readonly type: FormatName;
  readonly filename: string;
  /** The nonce in the Content-Security-Policy of a page; empty for any other format. */
  readonly nonce: string;
}

export async function render(
  { config, rendered }: ExportContext,
  { endpoint, parameters, type, filename }: PlannedExport,
  table: Table,
): Promise<Rendered> {
  const format: Format = allFormats[type];
  const key = format.isJson ? parameters.nestJson : undefined;
  const isCacheable = key === undefined && !format.page && isStable(table);
  const cached = isCacheable ? rendered.get(table, type) : undefined;
  if (cached) return { ...wholeAnswer(cached), type, filename, nonce: '' };
  const nonce = format.page ? randomId() : '';
  const pieces = format.render(table, { title: endpoint.name, nonce, scratchFolder: config.scratchDir });
  const answer = await beginAnswer(key === undefined ? pieces : nestJson(pieces, key));
  if (!isCacheable || !isWhole(answer.body)) return { ...answer, type, filename, nonce };
  return { ...wholeAnswer(rendered.add(table, type, answer.body)), type, filename, nonce };
}

function isStable(table: Table): boolean {
  return table instanceof StoredTable && table.rows.isCacheable === true;
}
