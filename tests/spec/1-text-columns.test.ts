/** Contract 1.3.10: columns that stay text although their cells look like numbers, by `publish --text`. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const file = 'code,flag,price\n12,true,1.50\n34,false,2\n';

it('are text in every format and in SQL', async () => {
  const id = await service.publish(file, '--text', 'code,flag');
  expect(await (await service.get(`${id}?type=json_records`)).json()).toEqual([
    { code: '12', flag: 'true', price: 1.5 },
    { code: '34', flag: 'false', price: 2 },
  ]);
  expect(await (await service.get(id)).text()).toBe(file);
  const schema = await (await service.get(`${id}?type=json_table`)).json();
  expect(schema).toMatchObject({ schema: { fields: [{ type: 'string' }, { type: 'string' }, {}] } });
  const sql = encodeURIComponent("SELECT code || '' AS c FROM service_table WHERE code = '34'");
  expect(await (await service.get(`${id}?type=json_values&sql=${sql}`)).json()).toEqual([['34']]);
});

it('are not warned of, and must be there', async () => {
  await expect(service.publish(file, '--text', 'Code')).rejects.toThrow('The file has no column "Code".');
});
