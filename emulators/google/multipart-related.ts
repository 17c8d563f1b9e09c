/**
 * The body of a multipart upload: two parts, metadata as JSON first, then the bytes of the file.
 */
import type { EmulatedCall } from '../emulator-server.ts';
import type { Media } from './drive-saving.ts';
import { badRequest } from './google-problem.ts';

export function splitRelated({ headers, body }: EmulatedCall): [metadata: Media, media: Media] {
  const type = headers['content-type'] ?? '';
  const [, quoted, plain] = /^multipart\/related;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw badRequest('Missing or invalid multipart boundary.');
  const [metadata, media, more] = partsOf(body, `--${boundary}`);
  if (!metadata || !media || more) throw badRequest('Malformed multipart body.');
  return [metadata, media];
}

function partsOf(body: Buffer, delimiter: string): Media[] {
  const parts: Media[] = [];
  let start = body.indexOf(delimiter);
  while (start >= 0) {
    const from = start + delimiter.length;
    const end = body.indexOf(`\r\n${delimiter}`, from);
    if (end < 0) return isClosed(body, from) ? parts : [];
    parts.push(partOf(body.subarray(from, end)));
    start = end + 2;
  }
  return [];
}

function isClosed(body: Buffer, at: number): boolean {
  return body.subarray(at, at + 2).toString() === '--';
}

function partOf(bytes: Buffer): Media {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw badRequest('Malformed multipart body.');
  const [, type] = /^content-type:\s*(.+?)\s*$/im.exec(bytes.subarray(0, end).toString('latin1')) ?? [];
  return { type: type ?? 'application/octet-stream', content: bytes.subarray(end + 4) };
}
