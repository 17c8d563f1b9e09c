/**
 * How long the names of columns may be, wherever they come from: a table with a longer one is refused by the place of
 * the column, so that no list of columns is larger than a megabyte (contract 2.3.2).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import {
  airtableToBreak,
  googleToBreak,
  notionToBreak,
  type Stage,
  startStage,
} from '../support/tables-to-break.ts';

const long = 'x'.repeat(1_001);
const tooLong = 'The name of column 2 is longer than 1,000 characters (it has 1,001). Shorten it.';

describe('of a file', () => {
  let service: TestService;
  let ann: Session;

  beforeAll(async () => {
    service = await startTestService();
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function refusal(csv: string): Promise<unknown> {
    const answer = await ann.upload('/api/uploads?name=a.csv', csv);
    return JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '').data;
  }

  it('is refused by its place, in the browser and on the command line', async () => {
    expect(await refusal(`a,${long}\n1,2\n`)).toBe(tooLong);
    await expect(service.publish(`a,${long}\n1,2\n`)).rejects.toThrow(tooLong);
    expect(await refusal(`a,${'x'.repeat(16 * 1024 * 1024 - 10)}\n1,2\n`)).toBe(
      'The name of column 2 is longer than 1,000 characters (it has 16,777,206). Shorten it.',
    );
    expect(await refusal('a,b\0c\n1,2\n')).toBe('The name of column 2 has a NUL character. Remove it.');
  });

  it('may have 1,000 characters, but all of them together no more than a megabyte', async () => {
    const id = await service.publish(`a,${'ü'.repeat(1_000)}\n1,2\n`);
    expect((await service.get(id)).status).toBe(200);
    const header = Array.from({ length: 2_000 }, (_, n) => `${n}`.padEnd(600, 'x')).join(',');
    expect(await refusal(`${header}\n1\n`)).toBe(
      'The names of the columns have 1.2 MB together, more than 1 MB. Shorten them.',
    );
  });

  it('counts as it becomes when names are repeated', async () => {
    const same = 'x'.repeat(1_000);
    expect(await refusal(`${same},${same}\n1,2\n`)).toBe(
      'The name of column 2 is longer than 1,000 characters (it has 1,002). Shorten it.',
    );
  });

  const asked = (id: string, sql: string): Promise<Response> =>
    service.get(`${id}?type=json_split&sql=${encodeURIComponent(sql)}`);

  it('as a statement makes it', async () => {
    const id = await service.publish('a\n1\n');
    const refused = await asked(id, `SELECT a, a AS "${long}" FROM service_table`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'Could not validate sql.', data: tooLong });
    expect((await asked(id, `SELECT a AS "${'x'.repeat(1_000)}" FROM service_table`)).status).toBe(200);
    // An expression without an alias is called as it is written.
    const sum = Array.from({ length: 300 }, (_, n) => 1_000 + n).join('+');
    expect(await (await asked(id, `SELECT ${sum} FROM service_table`)).json()).toMatchObject({
      data: 'The name of column 1 is longer than 1,000 characters (it has 1,499). Shorten it.',
      message: 'An expression without a name is called as it is written. Give it a short one: … AS name.',
    });
    const rows = `"${'x'.repeat(999)}"`;
    const many = Array.from({ length: 1_100 }, () => 't.*').join(',');
    const wide = `WITH t(${rows}) AS (SELECT 1) SELECT ${many} FROM t`;
    expect(await (await asked(id, wide)).json()).toMatchObject({
      error: 'Could not validate sql.',
      data: 'The names of the columns have 1.1 MB together, more than 1 MB. Shorten them.',
    });
  });

  it('as the fixed statement of a proxy makes it', async () => {
    const id = await service.publish('a\n1\n');
    const sql = `sql=SELECT a, a AS "${'x'.repeat(90_000)}" FROM service_table`;
    await expect(service.command('proxy', 'create', id, '--param', sql)).rejects.toThrow(
      'The name of column 2 is longer than 1,000 characters (it has 90,000). Shorten it.',
    );
  });
});

describe('of a table on a platform', () => {
  let stage: Stage & AsyncDisposable;

  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const places: Readonly<Record<string, (name: string) => Promise<string>>> = {
    airtable: async (name) => {
      const { table, endpoint } = await airtableToBreak(stage);
      table.fields.splice(1, 1, { id: table.fields[1]?.id ?? '', name, type: 'number' });
      return endpoint;
    },
    notion: async (name) => {
      const { dataSource, endpoint } = await notionToBreak(stage);
      const { Name, Amount, ...rest } = dataSource.properties;
      if (Name && Amount) Object.assign(dataSource, { properties: { Name, [name]: Amount, ...rest } });
      return endpoint;
    },
    google: async (name) => {
      const { sheet, endpoint } = await googleToBreak(stage);
      sheet.rows[0]?.splice(1, 1, name);
      return endpoint;
    },
  };

  it.each(Object.entries(places))('%s: 409, whether it is exported or to be chosen', async (key, rename) => {
    const noun = key === 'google' ? 'column' : 'field';
    for (const name of [long, 'y'.repeat(40_000)]) {
      const endpoint = await rename(name);
      const answer = await stage.service.get(endpoint);
      const body = z.object({ error: z.string(), data: z.string() }).parse(await answer.json());
      expect(answer.status).toBe(409);
      expect(body.data.length).toBeLessThan(1_000);
      const accepting = stage.service.command('endpoint', 'set', endpoint, '--all-columns');
      await expect(accepting).rejects.toThrow(
        `The name of ${noun} 2 is longer than 1,000 characters (it has ${name.length.toLocaleString('en')}). Shorten it.`,
      );
    }
  });
});
