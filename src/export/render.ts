/**
 * Steps 6 and 7 of contract 4.2.3: renders the table in the requested format and wraps JSON in the key of `nest_json`.
 * Bodies of tables that never change are cached: small ones in memory, without pages, because each has its own nonce;
 * large ones as files, in the coding that the client takes.
 */

import { randomId } from '../base/random-id.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import type { Format } from '../formats/format.ts';
import { nestJson } from '../formats/json-layouts.ts';
import { type StoredRows, StoredTable } from '../table/stored/stored-table.ts';
import type { Table } from '../table/table.ts';
import { type Answer, beginAnswer, isWhole, wholeAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { type Coding, compressed } from './content-coding.ts';
import type { ExportContext } from './export-context.ts';
import type { Rendering } from './kept/rendered-files.ts';
import type { PlannedExport } from './plan-export.ts';

export interface Rendered extends Answer {
  readonly type: FormatName;
  readonly filename: string;
  /** How many rows it has, where that is known. */
  readonly rows?: number | undefined;
  /** The nonce in the Content-Security-Policy of a page; empty for any other format. */
  readonly nonce: string;
  /** The coding that the body is in already. */
  readonly coding?: Coding;
  /** True of a body that other answers are sent from, too. */
  readonly isShared?: boolean;
}

export type Reader = Pick<Client, 'coding'>;

interface RenderContext extends Pick<ExportContext, 'rendered' | 'renderedFiles' | 'turns'> {
  readonly config: Pick<ExportContext['config'], 'scratchDir'>;
}

interface PlannedBody extends Pick<PlannedExport, 'type' | 'filename'> {
  readonly endpoint: Pick<PlannedExport['endpoint'], 'name'>;
  readonly parameters: Pick<PlannedExport['parameters'], 'nestJson'>;
}

export async function render(
  context: RenderContext,
  { endpoint, parameters, type, filename }: PlannedBody,
  table: Table,
  reader: Reader,
): Promise<Rendered> {
  const format: Format = allFormats[type];
  const nestKey = format.isJson ? parameters.nestJson : undefined;
  const rows = nestKey === undefined && table instanceof StoredTable ? table.rows : {};
  const { contentKey } = rows;
  const cacheKey = contentKey === undefined || format.page ? undefined : `${type}\n${contentKey}`;
  const cached = cacheKey === undefined ? undefined : context.rendered.get(cacheKey);
  if (cached) return { ...wholeAnswer(cached), type, filename, nonce: '', isShared: true };
  const { coding } = reader;
  const isCopied = coding === undefined && format.isStored?.(table) === true;
  const rendering =
    contentKey === undefined || isCopied
      ? undefined
      : renderingOf(rows, [type, contentKey, format.page ? endpoint.name : '', coding ?? '']);
  const kept = rendering && (await context.renderedFiles.read(rendering));
  if (kept) return { ...kept, type, filename, ...(coding && { coding }) };
  const nonce = format.page ? randomId() : '';
  const { scratchDir: scratchFolder } = context.config;
  const pieces = format.render(table, { title: endpoint.name, nonce, scratchFolder });
  const answer = await beginAnswer(nestKey === undefined ? pieces : nestJson(pieces, nestKey));
  const { body } = answer;
  if (isWhole(body)) {
    const whole = cacheKey === undefined ? answer : wholeAnswer(context.rendered.add(cacheKey, body));
    return { ...whole, type, filename, nonce };
  }
  // The bytes of a file need no turn: nothing is rendered, and each would wait for the disk in it.
  if (isCopied) return { ...answer, type, filename, nonce };
  const coded = context.turns.pieces(coding ? compressed(body, coding) : body);
  if (!rendering) return { ...answer, body: coded, type, filename, nonce, ...(coding && { coding }) };
  const shared = context.renderedFiles.keep(rendering, nonce, coded);
  return { ...answer, body: shared, type, filename, nonce, ...(coding && { coding }) };
}

function renderingOf({ folder }: StoredRows, key: readonly string[]): Rendering | undefined {
  return folder === undefined ? undefined : { folder, key };
}
