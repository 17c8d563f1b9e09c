import { describe, expect, test } from 'vitest';
import { BlockBuilder, headerLine } from '../stored-table/block-builder.ts';
import { blockTable } from '../stored-table/table-reader.ts';
import { decodeJob, decodeReply, encodeSmall, type Frame, FrameReader, forgetWord, frame } from './wire.ts';

const columns = [{ name: 'a', type: 'any', needsNoEscaping: false }] as const;

/** The frame as the other side reads it. */
function received(bytes: Buffer): Frame {
  const reader = new FrameReader();
  reader.push(bytes);
  const whole = reader.next();
  if (!whole) throw new Error('the frame is not whole');
  return whole;
}

describe('frames', () => {
  test('are put together from any pieces', () => {
    const bytes = Buffer.concat([frame('"ä"'), frame('[1]', Buffer.from('x'), Buffer.from('yz')), frame('')]);
    for (const size of [1, 3, 100]) {
      const reader = new FrameReader();
      const read: [string, string][] = [];
      for (let at = 0; at < bytes.length; at += size) {
        reader.push(bytes.subarray(at, at + size));
        for (let next = reader.next(); next; next = reader.next())
          read.push([next.json, String(next.attached)]);
      }
      expect(read).toEqual([
        ['"ä"', ''],
        ['[1]', 'xyz'],
        ['', ''],
      ]);
    }
  });

  test.each([[[255, 255, 255, 255, 0, 0, 0, 0]], [[1, 0, 0, 0, 2, 0, 0, 0]]])(
    'of absurd length are not waited for: %j',
    (bytes) => {
      const reader = new FrameReader();
      reader.push(Buffer.from(bytes));
      expect(() => reader.next()).toThrow('too long');
    },
  );
});

describe('an answer', () => {
  test('carries every cell', async () => {
    const builder = new BlockBuilder(6);
    builder.values([9223372036854775807n, Number.POSITIVE_INFINITY, 1.5, 'x, "y" ä', null, '']);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const described = names.map((name) => ({ name, type: 'any', needsNoEscaping: false }) as const);
    const bytes = encodeSmall({ columns: described, header: headerLine(names), block: builder.take() }, true);
    const answer = decodeReply(received(bytes));
    if (answer.kind !== 'rows') throw new Error(answer.kind);
    expect([answer.retire, answer.result.columns]).toEqual([true, described]);
    expect(String(answer.result.csv)).toBe(
      'a,b,c,d,e,f\n9223372036854775807,Infinity,1.5,"x, ""y"" ä",,""\n',
    );
    const { batches } = blockTable(blocksOf(answer.result.block), described, {});
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
  ])('that is none is not believed: %s', (json) => {
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
