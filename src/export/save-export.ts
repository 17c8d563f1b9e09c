/**
 * Step 9 of contract 4.2.3, before the charge: writes the complete export to a scratch file, saves that file to every
 * requested destination, then sends it as the answer. If a save fails, the request fails (contract 4.6.15).
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callNobody, platformCaller } from '../connections/platform-caller.ts';
import type { SaveRequest } from '../destinations/destination.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { NamedLink } from '../mail/template.ts';
import { fileBytes } from '../table/stored/file-bytes.ts';
import type { Table } from '../table/table.ts';
import { type Answer, isWhole } from './answer.ts';
import type { Client } from './client.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';
import type { Save } from './saves.ts';

export interface SavedExport {
  readonly planned: PlannedExport;
  readonly saves: readonly Save[];
  readonly produced: Answer & { readonly table: Table };
  readonly client: Client;
}

export interface SavedBody {
  readonly body: Answer['body'];
  readonly bytes: number;
  /** What was saved where, for the mails about it; not of a destination that has no page. */
  readonly saved: readonly NamedLink[];
}

/** Returns the body that replaces the produced one: the scratch file, which `cleanup` removes. */
export async function saveExport(
  context: ExportContext,
  { planned, saves, produced, client }: SavedExport,
  cleanup: AsyncDisposableStack,
): Promise<SavedBody> {
  // Loaded on first use, because most services never save.
  const { allDestinations } = await import('../destinations/all-destinations.ts');
  const path = join(context.config.scratchDir, `saved-${randomUUID()}`);
  cleanup.defer(() => rm(path, { force: true }));
  await writeBody(produced, path);
  const { size: bytes } = await stat(path);
  const request: Omit<SaveRequest, 'target' | 'call'> = {
    filename: planned.filename,
    contentType: allFormats[planned.type].contentType,
    file: { path, bytes },
    table: produced.table,
    signal: client.signal,
  };
  const saved: NamedLink[] = [];
  for (const { destination, target, connectionId } of saves) {
    const call = callerOf(context, connectionId, client);
    const { name, save } = allDestinations[destination];
    const link = await save({ ...request, target, call });
    if (link !== undefined) saved.push({ label: name, link });
  }
  return { body: fileBytes(path), bytes, saved };
}

async function writeBody({ body }: Answer, path: string): Promise<void> {
  const pieces = isWhole(body) ? [body] : body;
  await pipeline(Readable.from(pieces, { objectMode: true }), createWriteStream(path));
}

function callerOf(context: ExportContext, connectionId: Save['connectionId'], { signal }: Client) {
  return connectionId === null ? callNobody : platformCaller(context, { connectionId, signal });
}
