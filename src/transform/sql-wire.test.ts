import { describe, expect, test } from 'vitest';
import { decodeAnswer, decodeJob, encodeCell, FrameReader, forgetWord, frame } from './sql-wire.ts';

const columns = [{ name: 'a', type: 'any', plain: false }];

describe('frames', () => {
  test('are put together from any pieces', () => {
    const bytes = Buffer.concat([frame('"ä"'), frame('[1]'), frame('')]);
    for (const size of [1, 3, 100]) {
      const reader = new FrameReader();
      const texts: string[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        reader.push(bytes.subarray(at, at + size));
        for (let text = reader.next(); text !== undefined; text = reader.next()) texts.push(text);
      }
      expect(texts).toEqual(['"ä"', '[1]', '']);
    }
  });

  test('of absurd length are not waited for', () => {
    const reader = new FrameReader();
    reader.push(Buffer.from([255, 255, 255, 255]));
    expect(() => reader.next()).toThrow('too long');
  });
});

describe('an answer', () => {
  test('carries every cell through JSON', () => {
    const row = [2n ** 63n - 1n, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, 'x', null, true];
    const wide = row.map((_, i) => ({ name: `c${i}`, type: 'any', plain: false }));
    const text = JSON.stringify({ kind: 'rows', columns: wide, rows: [row.map(encodeCell)], retire: false });
    expect(decodeAnswer(text)).toEqual({ kind: 'rows', columns: wide, rows: [row], retire: false });
  });

  test.each([
    ['null'],
    ['[]'],
    ['{"kind":"other"}'],
    ['{"kind":"rows","columns":[],"rows":{}}'],
    ['{"kind":"rows","columns":[{"name":1,"type":"any"}],"rows":[]}'],
    ['{"kind":"rows","columns":[{"name":"a","type":"odd"}],"rows":[]}'],
    [JSON.stringify({ kind: 'rows', columns, rows: [[1, 2]] })],
    [JSON.stringify({ kind: 'rows', columns, rows: [[{ x: 1 }]] })],
    [JSON.stringify({ kind: 'rows', columns, rows: [[[1]]] })],
    ['{"kind":"refused"}'],
  ])('that is none is not believed: %s', (text) => {
    expect(() => decodeAnswer(text)).toThrow(TypeError);
  });
});

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
