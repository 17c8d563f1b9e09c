/**
 * A ZIP file, written as it is read: entries are compressed one after the other, their sizes follow them, and only their
 * names are remembered until the end. With the 64-bit fields that archives over 4 GB need.
 */
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
} as const;
const zip64 = { end: 0x06064b50, locator: 0x07064b50, extra: 0x0001, needed: 45 } as const;
/** The sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01: an archive of the same data is the same archive. */
const dosDate = 0x0021;
const in64 = 0xffff_ffff;

export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const at = offset;
    const bytes = Buffer.from(name);
    const header = localHeader(bytes);
    offset += header.length;
    yield header;
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const piece of packedPieces(content, sums)) {
      offset += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(sums);
    offset += descriptor.length;
    yield descriptor;
    written.push({ name: bytes, offset: at, ...sums });
  }
  let length = 0;
  for (const entry of written) {
    const record = centralRecord(entry);
    length += record.length;
    yield record;
  }
  yield endRecords(written.length, length, offset);
}

async function* packedPieces(
  content: AsyncIterable<Uint8Array>,
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      sums.crc = crc32(piece, sums.crc);
      sums.size += piece.byteLength;
      yield piece;
    }
  }
  const deflate = createDeflateRaw();
  const feeding = pipeline(counted, deflate);
  feeding.catch(() => {});
  for await (const piece of deflate) {
    sums.packed += piece.length;
    yield piece;
  }
  await feeding;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signatures.local, 0);
  header.writeUInt16LE(zip64.needed, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(dosDate, 12);
  // Tells readers that the descriptor has 64-bit sizes.
  header.writeUInt32LE(in64, 18);
  header.writeUInt32LE(in64, 22);
  header.writeUInt16LE(name.length, 26);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(zip64.extra, 0);
  extra.writeUInt16LE(16, 2);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function dataDescriptor({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer {
  const descriptor = Buffer.alloc(24);
  descriptor.writeUInt32LE(signatures.descriptor, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeBigUInt64LE(BigInt(packed), 8);
  descriptor.writeBigUInt64LE(BigInt(size), 16);
  return descriptor;
}

function centralRecord({ name, crc, packed, size, offset }: Written): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(signatures.central, 0);
  record.writeUInt16LE(zip64.needed, 4);
  record.writeUInt16LE(zip64.needed, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(deflated, 10);
  record.writeUInt16LE(dosDate, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(in64, 20);
  record.writeUInt32LE(in64, 24);
  record.writeUInt16LE(name.length, 28);
  const extra = Buffer.alloc(28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(in64, 42);
  extra.writeUInt16LE(zip64.extra, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return Buffer.concat([record, name, extra]);
}

function endRecords(count: number, length: number, offset: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(zip64.end, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(zip64.needed, 12);
  end64.writeUInt16LE(zip64.needed, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(zip64.locator, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(in64, 12);
  end.writeUInt32LE(in64, 16);
  return Buffer.concat([end64, locator, end]);
}
