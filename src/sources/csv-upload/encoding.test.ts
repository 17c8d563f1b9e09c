import { expect, test } from 'vitest';
import { type CsvEncoding, decodeText, detectEncoding, NotUtf8 } from './encoding.ts';

const text = 'naïve,€,🙂\r\n山田,"\u0000",x\n';

test.each<[string, Buffer, CsvEncoding]>([
  ['plain ASCII', Buffer.from('a,b\n'), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\ufeffa\0\n\0'), 'utf-8'],
  ['UTF-8 with some NUL characters', Buffer.from('some text,\0x\n'), 'utf-8'],
  ['UTF-16 LE with a mark', Buffer.from('\ufeff山', 'utf16le'), 'utf-16le'],
  ['UTF-16 BE with a mark', Buffer.from('\ufeff山', 'utf16le').swap16(), 'utf-16be'],
  ['UTF-16 LE without a mark', Buffer.from('id,имя\n1,Пётр\n', 'utf16le'), 'utf-16le'],
  ['UTF-16 BE without a mark', Buffer.from('id,имя\n1,Пётр\n', 'utf16le').swap16(), 'utf-16be'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
])('finds %s', (_, head, encoding) => {
  expect(detectEncoding(head)).toBe(encoding);
});

test.each<[CsvEncoding, Buffer]>([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('reads %s in pieces of any length', async (encoding, bytes) => {
  for (let size = 1; size <= bytes.length; size++) expect(await decoded(bytes, size, encoding)).toBe(text);
});

test('reads every byte of Windows-1252', async () => {
  expect(await decoded(Buffer.from([0x80, 0x93, 0x81, 0xe9, 0xff]), 2, 'windows-1252')).toBe('€“\u0081éÿ');
});

test.each([
  ['a byte that is none', [0x61, 0xff, 0x61]],
  ['a continuation without a beginning', [0x80]],
  ['a character cut off by another', [0xe2, 0x82, 0x61]],
  ['a character cut off by the end', [0x61, 0xe2, 0x82]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
])('tells that %s is not UTF-8', async (_, bytes) => {
  for (const size of [1, 2, 3]) {
    await expect(decoded(Buffer.from(bytes), size, 'utf-8')).rejects.toThrow(NotUtf8);
  }
});

test('a lone surrogate becomes the replacement character', async () => {
  const bytes = Buffer.from('a\ud800b\udc00c\ud800', 'utf16le');
  for (const size of [1, 2, 3, 4, 100]) {
    expect(await decoded(bytes, size, 'utf-16le')).toBe('a\ufffdb\ufffdc\ufffd');
  }
});

test('half a code unit at the end is refused', async () => {
  await expect(decoded(Buffer.from('abc'), 1, 'utf-16le')).rejects.toThrow(
    'ends in the middle of a character',
  );
});

async function decoded(bytes: Buffer, size: number, encoding: CsvEncoding): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return (await Array.fromAsync(decodeText(pieces(), encoding))).join('');
}
