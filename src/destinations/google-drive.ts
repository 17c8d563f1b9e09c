/**
 * `save_to_gdrive`: uploads the export as a new file to the root of My Drive, at any size by the resumable protocol,
 * so that a failure costs at most one chunk and a save never creates two files (contract 4.6.12).
 */
import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { PlatformResponse } from '../platform/platform-request.ts';
import type { SaveRequest } from './destination.ts';
import { resumableUpload, SessionLost } from './resumable-upload.ts';
import { destinationOf, SaveProblem } from './save-errors.ts';

export const googleDrive = destinationOf('Google Drive', saveToDrive);

/** Must be a multiple of 256 KiB. */
const chunkBytes = 8 * 1024 * 1024;

async function saveToDrive(request: SaveRequest): Promise<string | undefined> {
  const { call, signal, file } = request;
  await using handle = await open(file.path);
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, file.bytes));

  async function read(start: number): Promise<Uint8Array> {
    const wanted = Math.min(buffer.length, file.bytes - start);
    for (let at = 0; at < wanted; ) {
      const { bytesRead } = await handle.read(buffer, at, wanted - at, start + at);
      if (bytesRead === 0) throw new Error('the rendered export is shorter than it was');
      at += bytesRead;
    }
    return buffer.subarray(0, wanted);
  }

  const upload = resumableUpload({ call, signal, bytes: file.bytes, read });
  try {
    return pageOf(await upload(await startSession(request)));
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error;
    return pageOf(await upload(await startSession(request)));
  }
}

const savedFile = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) });

/** Made of the id alone, so that a mail never links to where an answer says. The file is there without it, too. */
function pageOf({ json }: PlatformResponse): string | undefined {
  const { data: file } = savedFile.safeParse(json);
  return file && `https://drive.google.com/file/d/${file.id}/view`;
}

/** Safe to retry: Drive creates no file before the session has received its last byte. */
async function startSession({ call, filename, contentType, file }: SaveRequest): Promise<string> {
  const mimeType = contentType === 'text/json' ? 'application/json' : contentType;
  const { headers } = await call({
    method: 'POST',
    path: '/upload/drive/v3/files?uploadType=resumable&fields=id',
    json: { name: filename, mimeType },
    headers: { 'X-Upload-Content-Type': mimeType, 'X-Upload-Content-Length': String(file.bytes) },
    scope: 'drive',
  });
  return sessionPath(headers['location']);
}

/** Drops the host of the session's address, so that the token is only ever sent to the platform's own host. */
function sessionPath(location: string | undefined): string {
  const url = location === undefined ? null : URL.parse(location, 'https://www.googleapis.com');
  if (!url?.pathname.startsWith('/upload/')) throw new SaveProblem('Google Drive began no upload.');
  return url.pathname + url.search;
}
