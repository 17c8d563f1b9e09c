import { describe, expect, test } from 'vitest';
import { BlockBuilder, headerLine } from '../../table/stored/block-builder.ts';
import { blockTable } from '../../table/stored/table-reader.ts';
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
    { kind: 'ready', pid: 7 },
    { kind: 'stored', retire: false },
    { kind: 'stored', retire: true },
    { kind: 'refused', reason: 'no such column: x', retire: false },
    { kind: 'failed', detail: 'Error: x', code: 'ENOSPC' },
  ])('is read as it was written: %j', (reply) => {
    expect(decodeReply(received(frame(JSON.stringify(reply))))).toEqual(reply);
  });

  const types = ['string', 'integer', 'number', 'boolean', 'json', 'any'] as const;
  test('has columns of every type; whether they need escaping is only believed if it is said', () => {
    const described = types.map((type, i) => ({ name: `c${i}`, type, needsNoEscaping: i === 1 }));
    const sent = { kind: 'rows', columns: described, rows: 0, headerBytes: 3, isAscii: true };
    const reply = decodeReply(received(frame(JSON.stringify(sent), Buffer.from('a,b'))));
    expect(reply).toMatchObject({
      retire: false,
      result: { columns: described, block: { rows: 0, isAscii: true } },
    });
    const unsaid = { ...sent, isAscii: 'yes', columns: [{ name: 'a', type: 'any', needsNoEscaping: 1 }] };
    expect(decodeReply(received(frame(JSON.stringify(unsaid), Buffer.from('a,b'))))).toMatchObject({
      result: { columns: [{ needsNoEscaping: false }], block: { isAscii: false } },
    });
  });

  test('may have as many bytes as its lengths say, and no fewer', () => {
    const json = JSON.stringify({ kind: 'rows', columns: [...columns, ...columns], rows: 3, headerBytes: 2 });
    const reply = decodeReply(received(frame(json, Buffer.alloc(4 * 3 * 2 + 2))));
    expect(reply).toMatchObject({ result: { block: { rows: 3, cells: { length: 6 } } } });
    const short = received(frame(json, Buffer.alloc(4 * 3 * 2 + 1)));
    expect(() => decodeReply(short)).toThrow('the reply does not fit its lengths');
  });

  const rowsOf = (of: object): string =>
    JSON.stringify({ kind: 'rows', columns, rows: 0, headerBytes: 0, ...of });
  test.each([
    ['null', 'the reply is no object'],
    ['[]', 'the reply is no object'],
    ['"x"', 'the reply is no object'],
    ['{"kind":"other"}', 'the reply is of no known kind'],
    ['{"kind":"other","pid":7,"reason":"x"}', 'the reply is of no known kind'],
    ['{"kind":"ready","pid":"7"}', 'the reply is of no known kind'],
    ['{"kind":"refused"}', 'the reply is of no known kind'],
    [rowsOf({ columns: {} }), 'the reply is not whole'],
    [rowsOf({ rows: '0' }), 'the reply is not whole'],
    [rowsOf({ headerBytes: '0' }), 'the reply is not whole'],
    [rowsOf({ columns: [1] }), 'a column is no object'],
    [rowsOf({ columns: [{ name: 1, type: 'any' }] }), 'a column has no name or type'],
    [rowsOf({ columns: [{ name: 'a', type: 'odd' }] }), 'a column has no name or type'],
    [rowsOf({ rows: 1 }), 'the reply does not fit its lengths'],
    [rowsOf({ rows: -1 }), 'the reply does not fit its lengths'],
    [rowsOf({ headerBytes: 9 }), 'the reply does not fit its lengths'],
  ])('of another shape is refused: %s', (json, problem) => {
    expect(() => decodeReply(received(frame(json)))).toThrow(problem);
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

  test.each([
    { folder: 1 },
    { database: 1 },
    { sql: 1 },
    { resultFolder: 1 },
    { types: 'string' },
    { types: ['string', 'odd'] },
  ])('that is not whole is refused: %j', (part) => {
    expect(() => decodeJob(JSON.stringify({ ...job, ...part }))).toThrow('the job is not whole');
  });

  test.each(['1', 'null', '[]'])('that is no object is refused: %s', (text) => {
    expect(() => decodeJob(text)).toThrow('the job is no object');
  });

  test.each([[[0, 'x']], ['0'], [null]])('picks only what is a list of indexes: %j', (picked) => {
    expect(decodeJob(JSON.stringify({ ...job, picked }))).toEqual(job);
  });
});
