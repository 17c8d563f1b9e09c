/**
 * Finds the encoding of an uploaded file and reads its bytes as text: UTF-8 and UTF-16 with or without a byte
 * order mark, and Windows-1252 for whatever is not UTF-8. A file may look like UTF-8 for a long time: then
 * `NotUtf8` ends the reading, and it is read again from its first byte as Windows-1252 (contract 1.3.6).
 */
import { isUtf8 } from 'node:buffer';
import { inputRefused } from '../../errors/refused-error.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export class NotUtf8 extends Error {}

/** What the first bytes of the file say. */
export function detectEncoding(head: Buffer): CsvEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return marked ? 'utf-8' : (zeroBytePattern(head) ?? 'utf-8');
}

/** Whether it is UTF-8 up to a last character that may be cut off. */
export function isWholeUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes.subarray(0, wholeUtf8(bytes)));
}

/** The text in pieces, without a byte order mark; no piece ends inside a character. */
export async function* decodeText(
  pieces: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string, void, undefined> {
  const { wholeLength, decode } = decoders[encoding];
  let rest: Buffer = Buffer.alloc(0);
  let first = true;
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = wholeLength(bytes);
    rest = bytes.subarray(whole);
    if (whole === 0) continue;
    const text = decode(bytes.subarray(0, whole));
    yield first && text.startsWith('\ufeff') ? text.slice(1) : text;
    first = false;
  }
  if (rest.length > 0) yield decodeCutOff(rest, encoding);
}

interface Decoder {
  /** How many of the bytes make up whole characters. */
  readonly wholeLength: (bytes: Buffer) => number;
  readonly decode: (bytes: Buffer) => string;
}

const windows1252 = new TextDecoder('windows-1252');

const decoders: Readonly<Record<CsvEncoding, Decoder>> = {
  'utf-8': { wholeLength: wholeUtf8, decode: decodeUtf8 },
  'utf-16le': {
    wholeLength: (bytes) => wholeUtf16(bytes, 1),
    decode: (bytes) => bytes.toString('utf16le').toWellFormed(),
  },
  'utf-16be': {
    wholeLength: (bytes) => wholeUtf16(bytes, 2),
    decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le').toWellFormed(),
  },
  'windows-1252': { wholeLength: (bytes) => bytes.length, decode: (bytes) => windows1252.decode(bytes) },
};

function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new NotUtf8();
  return bytes.toString('utf8');
}

/** Leaves out up to three bytes that begin a character and do not end it. */
function wholeUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return back < needed ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Leaves out half a code unit and the first half of a surrogate pair; `high` is the position of the high byte from the end. */
function wholeUtf16(bytes: Buffer, high: 1 | 2): number {
  const even = bytes.length - (bytes.length % 2);
  const highByte = bytes[even - high] ?? 0;
  return highByte >= 0xd8 && highByte < 0xdc ? even - 2 : even;
}

function decodeCutOff(rest: Buffer, encoding: CsvEncoding): string {
  if (encoding === 'utf-8') throw new NotUtf8();
  if (rest.length % 2 === 0) return '\ufffd';
  throw inputRefused(
    'The file ends in the middle of a character, so a part of it is missing. Save it again and upload it once more.',
  );
}

/** Most text has many zero bytes in UTF-16, and all of them in the high halves of its code units. */
function zeroBytePattern(head: Buffer): CsvEncoding | undefined {
  const zeros = [0, 0];
  const pairs = head.length >> 1;
  for (let at = head.indexOf(0); at !== -1 && at < 2 * pairs; at = head.indexOf(0, at + 1)) {
    zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > pairs / 5) return 'utf-16le';
  if (odd === 0 && even > pairs / 5) return 'utf-16be';
  return undefined;
}
