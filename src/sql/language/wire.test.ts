import { describe, expect, test } from 'vitest';
import { BlockBuilder, headerLine } from '../../stored-table/block-builder.ts';
import { blockTable } from '../../stored-table/table-reader.ts';
import { type Frame, FrameReader, frame } from './frames.ts';
import { decodeJob, decodeReply, encodeSmall, forgetWord } from './wire.ts';

const columns = [{ name: 'a', type: 'any', needsNoEscaping: false }] as const;

/** The frame as the other side reads it. */
function received(bytes: Buffer): Frame {
  const reader = new FrameReader();
  reader.push(bytes);
  const whole = reader.next();
  if (!whole) throw new Error('the frame is not whole');
  return whole;
}

describe('a reply', () => {
  test('carries every cell', async () => {
    const builder = new BlockBuilder(6);
    builder.values([9223372036854775807n, Number.POSITIVE_INFINITY, 1.5, 'x, "y" ä', null, '']);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const described = names.map((name) => ({ name, type: 'any', needsNoEscaping: false }) as const);
    const block = builder.take();
    const csv = Buffer.concat([headerLine(names), block.bytes]);
    const reply = decodeReply(received(encodeSmall({ columns: described, block, csv }, true)));
    if (reply.kind !== 'rows') throw new Error(reply.kind);
    expect([reply.retire, reply.result.columns]).toEqual([true, described]);
    expect(String(reply.result.csv)).toBe('a,b,c,d,e,f\n9223372036854775807,Infinity,1.5,"x, ""y"" ä",,""\n');
    const { batches } = blockTable(blocksOf(reply.result.block), described, {});
    expect(await Array.fromAsync(batches)).toEqual([
      [[9223372036854775807n, Number.POSITIVE_INFINITY, 1.5, 'x, "y" ä', null, '']],
    ]);
  });

  test.each([
    ['null'],
    ['[]'],
    ['{"kind":"other"}'],
    ['{"kind":"rows","columns":{},"rows":1,"headerBytes":0}'],
    ['{"kind":"rows","columns":[{"name":1,"type":"any"}],"rows":0,"headerBytes":0}'],
    ['{"kind":"rows","columns":[{"name":"a","type":"odd"}],"rows":0,"headerBytes":0}'],
    [JSON.stringify({ kind: 'rows', columns, rows: 1, headerBytes: 0 })],
    [JSON.stringify({ kind: 'rows', columns, rows: -1, headerBytes: 0 })],
    [JSON.stringify({ kind: 'rows', columns, rows: 0, headerBytes: 9 })],
    [JSON.stringify({ kind: 'rows', columns, rows: 'x', headerBytes: 0 })],
    ['{"kind":"refused"}'],
  ])('of another shape is refused: %s', (json) => {
    expect(() => decodeReply(received(frame(json)))).toThrow();
  });
});

async function* blocksOf<Block>(block: Block): AsyncGenerator<Block> {
  yield block;
}

describe('a job', () => {
  const job = { folder: '/f', database: '/f/d', types: ['string'], sql: 'SELECT 1', resultFolder: '/r' };

  test('is read as it was written', () => {
    expect(decodeJob(JSON.stringify(job))).toEqual(job);
    expect(decodeJob(JSON.stringify({ ...job, picked: [2, 0] }))).toEqual({ ...job, picked: [2, 0] });
    expect(decodeJob(forgetWord)).toBeUndefined();
  });

  test('that is not whole is refused', () => {
    expect(() => decodeJob(JSON.stringify({ ...job, types: ['odd'] }))).toThrow(TypeError);
    expect(() => decodeJob('1')).toThrow(TypeError);
  });
});
