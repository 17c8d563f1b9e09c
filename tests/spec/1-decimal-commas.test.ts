/** Contract 1.3.9: numbers that are written with a decimal comma. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const sales = 'id;price;note\n1;1.234,56;a\n2;99,90;b\n3;;c\n4;-3,5;"1,5"\n5;1.000;d\n';

const textOf = async (id: string, query = ''): Promise<string> =>
  (await service.get(`${id}?${query}`)).text();
const valuesOf = async (csv: string, ...options: string[]): Promise<unknown> =>
  JSON.parse(await textOf(await service.publish(csv, ...options), 'type=json_values'));

describe('1 decimal commas', () => {
  let id: string;
  beforeAll(async () => {
    id = await service.publish(sales);
  });

  it.each([
    ['semicolons', sales],
    ['tabs', sales.replaceAll(';', '\t')],
  ])('in a file with %s are numbers in JSON', async (_delimiter, csv) => {
    expect(await valuesOf(csv)).toEqual([
      [1, 1234.56, 'a'],
      [2, 99.9, 'b'],
      [3, null, 'c'],
      [4, -3.5, '1,5'],
      [5, 1000, 'd'],
    ]);
  });

  it('are numbers in SQL', async () => {
    const sql = encodeURIComponent(
      'SELECT SUM(price) AS s, MAX(price) AS m, typeof(price) AS t FROM service_table',
    );
    expect(await textOf(id, `type=json_records&sql=${sql}`)).toBe('[{"s":2330.96,"m":1234.56,"t":"real"}]');
    const compared = encodeURIComponent('SELECT id FROM service_table WHERE price > 99.5 ORDER BY price');
    expect(await textOf(id, `sql=${compared}`)).toBe('id\n2\n5\n1\n');
  });

  it('are numbers in SQL after extract_json_property', async () => {
    const sql = encodeURIComponent('SELECT SUM(price) AS s FROM service_table');
    expect(await textOf(id, `extract_json_property=x&sql=${sql}`)).toBe('s\n2330.96\n');
  });

  it('stay in CSV as they were written, also of some columns and after extract_json_property', async () => {
    const csv = 'id,price,note\n1,"1.234,56",a\n2,"99,90",b\n3,,c\n4,"-3,5","1,5"\n5,1.000,d\n';
    expect(await textOf(id)).toBe(csv);
    expect(await textOf(id, 'extract_json_property=x')).toBe(csv);
    const some = await service.publish(sales, '--fields', 'price,id');
    expect(await textOf(some)).toBe('price,id\n"1.234,56",1\n"99,90",2\n,3\n"-3,5",4\n1.000,5\n');
  });

  it.each([
    ['xml', '<price>1234.56</price>'],
    ['html_table', '<td>1234.56</td>'],
    ['excel_web_query', 'x:num="1234.56"'],
    ['dynamic_table', '[1234.56,99.9'],
    ['json_table', '{"name":"price","type":"number"}'],
    ['ndjson', '{"id":1,"price":1234.56,"note":"a"}\n'],
  ])('are numbers in %s', async (type, part) => {
    expect(await textOf(id, `type=${type}`)).toContain(part);
  });

  it('make no number of a column with a cell that is none', async () => {
    expect(await valuesOf('a;b\n1,5;1,5\n2.5;x\n')).toEqual([
      ['1,5', '1,5'],
      ['2.5', 'x'],
    ]);
  });

  it('are text in a file with commas, unless --decimal comma says so', async () => {
    const csv = 'a,b\n"1,5",1.234\n"2,25",2.500\n';
    expect(await valuesOf(csv)).toEqual([
      ['1,5', 1.234],
      ['2,25', 2.5],
    ]);
    expect(await valuesOf(csv, '--decimal', 'comma')).toEqual([
      [1.5, 1234],
      [2.25, 2500],
    ]);
  });

  it('are text with --decimal point', async () => {
    expect(await valuesOf('a;b\n1,5;1.5\n', '--decimal', 'point')).toEqual([['1,5', 1.5]]);
  });

  it('count for a file that replaces another', async () => {
    const replaced = await service.publish('a;b\n1;2\n');
    await service.publish('a;b\n1,5;2\n', '--replace', replaced);
    expect(await textOf(replaced, 'type=json_values')).toBe('[[1.5,2]]');
  });
});
