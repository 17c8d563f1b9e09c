/**
 * A file on its way is refused as soon as it is larger than what the plan has left, not when all of it is here; what it
 * takes in the end is decided when it is recorded (contract 8.5.1).
 */
import type { AppContext } from '../app-context.ts';
import { bytesLeft, fileTooLarge, requireFileRoom } from './quota.ts';
import { bytesOfEndpoint, readRoom } from './quota-store.ts';
import { hurryRetiredUploads } from './unneeded-uploads.ts';

interface RoomWanted {
  readonly accountId: string;
  /** The endpoint whose file it takes the place of. */
  readonly replaces?: string | undefined;
}

export async function withinRoom<File extends { readonly content: AsyncIterable<Uint8Array> }>(
  context: AppContext,
  file: File,
  { accountId, replaces }: RoomWanted,
): Promise<File> {
  const { database, config } = context;
  const room = await readRoom(database.db, config, accountId);
  if (room.quota.bytes === null) return file;
  const replacedBytes = replaces === undefined ? 0 : await bytesOfEndpoint(database.db, replaces);
  if (room.used.bytes + room.used.retiredBytes > room.quota.bytes)
    await hurryRetiredUploads(context, accountId);
  requireFileRoom(await readRoom(database.db, config, accountId), { bytes: undefined, replacedBytes });
  const left = bytesLeft(room, replacedBytes);
  async function* bounded(): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of file.content) {
      bytes += piece.byteLength;
      if (bytes > left) throw fileTooLarge(room, 0);
      yield piece;
    }
  }
  return { ...file, content: bounded() };
}
