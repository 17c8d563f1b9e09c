import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PlatformCall, PlatformRefusal } from '../../platform/platform-request.ts';
import { openNames } from './linked-names.ts';

const table = { id: 'tblL', name: 'Linked', primaryFieldId: 'fldN', fields: [], views: [] };
const bodySchema = z.object({ filterByFormula: z.string() });

/** A linked table of so many rows, `rec0` called `Name 0` and so on. */
function linkedTable(rows: number) {
  const calls: string[] = [];
  const faults = new Map<string, PlatformRefusal[]>();
  const record = (n: number) => ({ id: `rec${n}`, fields: { fldN: `Name ${n}` } });

  function answer({ method, path, json }: PlatformCall): unknown {
    const kind = method === 'POST' ? 'by id' : 'page';
    calls.push(kind);
    const fault = faults.get(kind)?.shift();
    if (fault) throw fault;
    if (kind === 'by id') {
      const ids = [...bodySchema.parse(json).filterByFormula.matchAll(/RECORD_ID\(\)='rec(\d+)'/g)];
      return {
        records: ids
          .map(([, n]) => Number(n))
          .filter((n) => n < rows)
          .map(record),
      };
    }
    const start = Number(new URL(path, 'http://airtable').searchParams.get('offset') ?? 0);
    const end = Math.min(start + 100, rows);
    const records = Array.from({ length: end - start }, (_, n) => record(start + n));
    return { records, ...(end < rows && { offset: String(end) }) };
  }

  const call = async (asked: PlatformCall) => ({ status: 200, headers: {}, json: answer(asked) });
  return { calls, faults, names: openNames(call, 'appA', table) };
}

const ids = (start: number, end: number, step = 1): string[] =>
  Array.from({ length: Math.ceil((end - start) / step) }, (_, n) => `rec${start + n * step}`);

const refusal = (status: number, code: string) => new PlatformRefusal(status, code, '');

describe('openNames', () => {
  it('reads the linked table until no name is wanting, and keeps all names seen', async () => {
    const { calls, names } = linkedTable(1000);
    await names.learn(ids(0, 150), false);
    expect(calls).toEqual(['page', 'page']);
    await names.learn(ids(150, 200), false);
    expect(calls.length).toBe(2);
    await names.learn(ids(200, 1000), true);
    expect(calls.length).toBe(10);
    expect([names.nameOf('rec0'), names.nameOf('rec999')]).toEqual(['Name 0', 'Name 999']);
  });

  it('asks by id when pages bring few of the wanted', async () => {
    const { calls, names } = linkedTable(50_000);
    await names.learn(ids(0, 50_000, 250), false);
    expect(calls).toEqual(['page', 'by id', 'by id']);
    expect(names.nameOf('rec49750')).toBe('Name 49750');
  });

  it('takes one page and one call for a few names that are the last', async () => {
    const { calls, names } = linkedTable(50_000);
    await names.learn(ids(0, 50_000, 500), true);
    expect(calls).toEqual(['page', 'by id']);
  });

  it('reads on where a formula is refused', async () => {
    const { calls, faults, names } = linkedTable(300);
    faults.set('by id', [refusal(422, 'INVALID_FILTER_BY_FORMULA')]);
    await names.learn(['rec250'], true);
    expect(calls).toEqual(['page', 'by id', 'page', 'page']);
    expect(names.nameOf('rec250')).toBe('Name 250');
  });

  it('gives an empty name to a record that is not there, and asks once only', async () => {
    const { calls, names } = linkedTable(10);
    await names.learn(['rec5', 'rec77', "rec'),TRUE(),("], true);
    expect([names.nameOf('rec5'), names.nameOf('rec77')]).toEqual(['Name 5', '']);
    await names.learn(['rec77'], true);
    expect(calls).toEqual(['page']);
  });

  it('stops at the end of the table', async () => {
    const { calls, names } = linkedTable(120);
    await names.learn(['rec5', 'rec119', 'recGone', ...ids(0, 110)], false);
    expect(calls).toEqual(['page', 'page']);
    expect(names.isKnown('recGone')).toBe(true);
  });

  it.each([[403], [404]])('gives empty names when the table may not be read (%s)', async (status) => {
    const { calls, faults, names } = linkedTable(1000);
    faults.set('page', [refusal(status, 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND')]);
    await names.learn(ids(0, 300), false);
    await names.learn(ids(300, 400), true);
    expect(calls.length).toBe(1);
    expect(names.nameOf('rec1')).toBe('');
  });

  it('begins again when Airtable loses the cursor, but not without end', async () => {
    const lost = () => refusal(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE');
    const { faults, names } = linkedTable(300);
    faults.set('page', [lost()]);
    await names.learn(ids(0, 300), false);
    expect(names.nameOf('rec299')).toBe('Name 299');
    const broken = linkedTable(300);
    broken.faults.set('page', Array.from({ length: 9 }, lost));
    await expect(broken.names.learn(ids(0, 300), false)).rejects.toBeInstanceOf(PlatformRefusal);
    expect(broken.calls.length).toBe(4);
  });
});
