/**
 * A caller of a proxy tries to get around what its owner fixed (contract 4.4.2): by the same parameter, in any case and
 * any number of times, and by those that act before it in the order of contract 4.2.3.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const table = [
  'task,owners,salary',
  'Dig,"[{""id"":""r1"",""name"":""Ann""},{""id"":""r2"",""name"":""Bo""}]",100',
  'Plant,"[{""id"":""r2"",""name"":""Bo""}]",200',
  '',
].join('\n');

/** Each changes the answer of the endpoint. */
const asked = {
  type: 'csv',
  sql: 'SELECT count(*) AS n FROM service_table',
  nest_json: 'mine',
  filename_timestamp: 'end',
  extract_json_property: 'id',
  all_fields: 'true',
} as const;

type Name = keyof typeof asked;

/** The value that the owner fixes, and what a caller then cannot change. */
const fixings: readonly { readonly name: Name; readonly value: string; readonly owned: readonly Name[] }[] = [
  { name: 'type', value: 'json_values', owned: ['type'] },
  {
    name: 'sql',
    value: "SELECT * FROM service_table WHERE owners LIKE '%Ann%'",
    owned: ['sql', 'extract_json_property', 'all_fields'],
  },
  { name: 'nest_json', value: 'fixed', owned: ['nest_json'] },
  { name: 'filename_timestamp', value: 'false', owned: ['filename_timestamp'] },
  { name: 'extract_json_property', value: 'name', owned: ['extract_json_property', 'all_fields'] },
  { name: 'all_fields', value: 'false', owned: ['all_fields'] },
];

const names = Object.keys(asked).filter((name): name is Name => Object.hasOwn(asked, name));
const pairs = fixings.flatMap(({ name, owned }) => names.map((other) => ({ name, other, owned })));

describe('a caller of a proxy', () => {
  let service: TestService;
  let endpoint: string;
  const proxies = new Map<Name, string>();
  beforeAll(async () => {
    service = await startTestService();
    endpoint = await service.publish(table, '--fields', 'task,owners', '--type', 'json_records');
    await service.command('endpoint', 'set', endpoint, '--allow', 'all_fields');
    for (const { name, value } of fixings) {
      const made = await service.command('proxy', 'create', endpoint, '--param', `${name}=${value}`);
      proxies.set(name, `proxy/${made['id']}`);
    }
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function seen(address: string): Promise<{ answer: string; ignored: string | null }> {
    const response = await service.get(address);
    const { headers, status } = response;
    const disposition = headers.get('content-disposition');
    const answer = JSON.stringify([status, headers.get('content-type'), disposition, await response.text()]);
    return { answer, ignored: headers.get('tablecast-ignored-parameters') };
  }

  it.each(names)('sees that %s changes the answer of the endpoint itself', async (name) => {
    const query = new URLSearchParams({ [name]: asked[name] });
    expect((await seen(`${endpoint}?${query}`)).answer).not.toBe((await seen(endpoint)).answer);
  });

  it.each(pairs)('on a fixed $name sends $other', async ({ name, other, owned }) => {
    const proxy = proxies.get(name) ?? '';
    const { answer: fixed } = await seen(proxy);
    const value = encodeURIComponent(asked[other]);
    for (const [query, told] of [
      [`${other}=${value}`, other],
      [`${other.toUpperCase()}=${value}`, other],
      [`x=1&${other}=&${other}=${value}&${other.toUpperCase()}=${value}`, `x, ${other}`],
    ] as const) {
      const { answer, ignored } = await seen(`${proxy}?${query}`);
      if (owned.includes(other)) expect([answer, ignored], query).toEqual([fixed, told]);
      else expect(answer, query).not.toBe(fixed);
    }
  });

  it('cannot reach the endpoint by the names of the fixed map', async () => {
    const proxy = proxies.get('sql') ?? '';
    const { answer: fixed } = await seen(proxy);
    for (const query of ['__proto__=x', 'fixed[sql]=x', 'sql[]=x', 'sql%00=x', '%73ql=SELECT+1', 'sql=']) {
      expect((await seen(`${proxy}?${query}`)).answer, query).toBe(fixed);
    }
  });
});
