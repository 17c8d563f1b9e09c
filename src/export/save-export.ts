/**
 * Step 9 of 4.2, before the charge: the export is written whole to a scratch file, saved from there to every
 * destination that was asked for, and then answered from there. A save that fails fails the request (DESIGN
 * section 1).
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callNobody, platformCaller } from '../connections/platform-caller.ts';
import type { SaveRequest } from '../destinations/destination.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { Table } from '../table.ts';
import { type Answer, isWhole } from './answer.ts';
import type { Client } from './client.ts';
import type { ExportContext } from './export-context.ts';
import type { AllowedExport } from './run-export.ts';
import type { Save } from './saves.ts';

/** The answer that takes the place of the one given, which is released. */
export async function saveExport(
  context: ExportContext,
  { filename, type, saves }: AllowedExport,
  answer: Answer,
  table: Table,
  client: Client,
): Promise<Answer> {
  // Loaded only here: most services never save.
  const { allDestinations } = await import('../destinations/all-destinations.ts');
  const path = join(context.config.scratchDir, `saved-${randomUUID()}`);
  const remove = (): Promise<void> => rm(path, { force: true });
  try {
    const { body } = answer;
    const pieces = isWhole(body) ? [body] : body;
    await pipeline(Readable.from(pieces, { objectMode: true }), createWriteStream(path));
    const { size: bytes } = await stat(path);
    const { contentType } = allFormats[type];
    const { signal } = client;
    for (const save of saves) {
      const { destination, target } = save;
      const call = callerOf(context, save, client);
      const request: SaveRequest = {
        filename,
        contentType,
        file: { path, bytes },
        table,
        target,
        call,
        signal,
      };
      await allDestinations[destination].save(request);
    }
    await answer.release();
    return { body: createReadStream(path), release: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function callerOf(context: ExportContext, { connectionId }: Save, { signal }: Client) {
  return connectionId === null ? callNobody : platformCaller(context, { connectionId, signal });
}
