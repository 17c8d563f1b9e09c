/**
 * Contract 4.7.5: a float of 2^63 or more is written in JSON with an exponent, because readers such as pandas take
 * twenty bare digits for an integer and refuse it. An integer of the source keeps its digits, and so do the other
 * formats.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const csv =
  'float,whole\n1e20,100000000000000000000\n-1e20,9223372036854775808\n9223372036854775808.0,1\n1e18,2\n1e21,3\n1.5,4\n';

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startTestService();
  id = await service.publish(csv);
});
afterAll(() => service[Symbol.asyncDispose]());

const textOf = async (query: string): Promise<string> => (await service.get(`${id}?${query}`)).text();
const sql = (statement: string): string => `sql=${encodeURIComponent(statement)}`;

const floats = ['1e+20', '-1e+20', '9.223372036854776e+18', '1000000000000000000', '1e+21', '1.5'];

it.each(['json_records', 'json_split', 'json_index', 'json_columns', 'json_values', 'json_table', 'ndjson'])(
  'in %s',
  async (type) => {
    const text = await textOf(`type=${type}`);
    for (const float of floats) expect(text).toMatch(new RegExp(`[:[]${float.replace(/[+.]/g, '\\$&')}[,}]`));
    for (const whole of ['100000000000000000000', '9223372036854775808']) {
      expect(text).toMatch(new RegExp(`[:,]${whole}[\\]},]`));
    }
  },
);

it.each([
  ['a column', 'SELECT float FROM service_table', floats],
  ['an expression', 'SELECT float * 1 FROM service_table WHERE float > 1e19', ['1e+20', '1e+21']],
  [
    'a column of several kinds',
    "SELECT float FROM service_table WHERE float = 1e20 UNION ALL SELECT 'x'",
    ['1e+20', '"x"'],
  ],
  ['integers of 64 bits', 'SELECT 9223372036854775807 UNION ALL SELECT 0.5', ['9223372036854775807', '0.5']],
  [
    'the least of them',
    'SELECT -9223372036854775807 - 1 UNION ALL SELECT 0.5',
    ['-9223372036854775808', '0.5'],
  ],
])('of a statement: %s', async (_what, statement, values) => {
  const rows = (await textOf(`type=json_values&${sql(statement)}`)).slice(2, -2).split('],[');
  expect(rows.toSorted()).toEqual(values.toSorted());
});

it('of a large result', async () => {
  const statement =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i * 1e20 AS x FROM n';
  const text = await textOf(`type=json_values&${sql(statement)}`);
  expect(text.slice(0, 40)).toBe('[[1e+20],[2e+20],[3e+20],[4e+20],[5e+20]');
});

it('and nothing else', async () => {
  expect(await textOf('')).toBe(csv);
  expect(await textOf(sql('SELECT 1e20 AS x'))).toBe('x\n100000000000000000000\n');
  expect(await textOf('type=xml')).toContain('<float>100000000000000000000</float>');
});
