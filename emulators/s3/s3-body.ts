/**
 * The body of a request to the emulated S3: taken out of its chunks (`aws-chunked`), and held against every hash and
 * checksum that came with it.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EmulatedCall } from '../emulator-server.ts';
import { S3Refusal } from './s3-error.ts';
import { headerOf } from './s3-signature.ts';

export function bodyOf(call: EmulatedCall): Buffer {
  const hash = headerOf(call, 'x-amz-content-sha256');
  const { body, trailers } = hash.startsWith('STREAMING-')
    ? unchunked(call.body)
    : { body: call.body, trailers: new Map<string, string>() };
  if (/^[0-9a-f]{64}$/.test(hash) && createHash('sha256').update(body).digest('hex') !== hash) {
    throw new S3Refusal('XAmzContentSHA256Mismatch', 'the body is not the one that was signed');
  }
  for (const [name, digest] of Object.entries(digests)) {
    const given = trailers.get(name) ?? headerOf(call, name);
    if (given !== '' && given !== digest(body)) throw new S3Refusal('BadDigest', `${name} does not match`);
  }
  return body;
}

export function crc32Text(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

const hashed = (algorithm: string) => (body: Buffer) => createHash(algorithm).update(body).digest('base64');

const digests: Readonly<Record<string, (body: Buffer) => string>> = {
  'content-md5': hashed('md5'),
  'x-amz-checksum-crc32': crc32Text,
  'x-amz-checksum-sha1': hashed('sha1'),
  'x-amz-checksum-sha256': hashed('sha256'),
};

function unchunked(bytes: Buffer): { body: Buffer; trailers: Map<string, string> } {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (end < 0 || Number.isNaN(size)) throw new S3Refusal('InvalidRequest', 'the chunks cannot be read');
    at = end + 2;
    if (size === 0) break;
    pieces.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
  const lines = bytes.toString('latin1', at).split('\r\n');
  const trailers = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
  });
  return { body: Buffer.concat(pieces), trailers: new Map(trailers) };
}
