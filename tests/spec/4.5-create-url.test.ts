/** Contract 4.5, POST /urls/create: from a table of the spreadsheet-database platform to an export URL that works. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedAirtable } from '../../emulators/airtable/airtable-seed.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import {
  connect,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { forgetLimits, smallAirtable } from '../support/small-tables.ts';

const madeBody = z.strictObject({ URL: z.string() });

describe.each(engines)('4.5 POST /urls/create, on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  beforeAll(async () => {
    platforms = await startPlatforms();
    const { airtable } = platforms;
    airtable.limits = { ...airtable.limits, perBase: null, perUser: null };
    service = await startPlatformService(platforms, { engine });
    await connect(service, 'airtable', '--token', airtable.addPersonalToken());
  });
  afterEach(async () => {
    await forgetLimits(service);
    await expectLedgerWhole(service);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const keyOf = async (email: string): Promise<string> =>
    String((await service.command('api-key', 'create', email))['key']);
  async function post(body: unknown, email = platformOwner): Promise<Response> {
    return fetch(`${service.url}/urls/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await keyOf(email)}` },
      body: JSON.stringify(body),
    });
  }
  /** The id of the endpoint that was made, for no credit. */
  async function create(body: unknown, email?: string): Promise<string> {
    const { cost, answer } = await costOf(service, () => post(body, email));
    expect([answer.status, cost]).toEqual([200, 0]);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const { URL: address } = madeBody.parse(await answer.json());
    const [, id = ''] = /^http:\/\/localhost:\d+\/([A-Za-z0-9]+)$/.exec(address) ?? [];
    expect(address).toBe(`http://localhost:${service.environment['PORT']}/${id}`);
    return id;
  }
  const recordsShape = z.array(z.record(z.string(), z.unknown()));
  async function rowsOf(id: string) {
    const { cost, answer } = await costOf(service, () => service.get(`${id}?type=json_records`));
    expect([answer.status, cost]).toEqual([200, 1]);
    return recordsShape.parse(await answer.json());
  }
  async function expectRefused(
    body: unknown,
    status: number,
    error: string | RegExp,
    email?: string,
  ): Promise<string> {
    const count = await endpointCount();
    const { cost, answer } = await costOf(service, () => post(body, email));
    const text = await answer.text();
    expect([answer.status, cost, await endpointCount()], text).toEqual([status, 0, count]);
    const told = z.object({ error: z.string(), help: z.string() }).parse(JSON.parse(text));
    expect(told.error).toMatch(error);
    return told.error;
  }
  async function endpointCount(): Promise<number> {
    return (await service.database.db.selectFrom('endpoints').select('id').execute()).length;
  }
  async function createOwner(email: string, ...words: readonly string[]): Promise<string> {
    await service.command('account', 'create', email, '--plan', 'standard');
    if (words.length === 0) return email;
    await service.command('connection', 'add', email, '--platform', 'airtable', ...words);
    return email;
  }

  describe('makes an export URL', () => {
    it('of a base and a table; it answers CSV named after the table, and follows the data', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const id = await create({ base, table });
      const answer = await service.get(id);
      expect(answer.headers.get('content-disposition')).toContain('Small table.csv');
      expect((await answer.text()).split('\n')[0]).toBe('Name,Amount,Pieces,Day,Level,Done,Note');
      expect(await rowsOf(id)).toHaveLength(3);
      platforms.airtable.bases.find((one) => one.id === base)?.tables[0]?.records.pop();
      expect(await rowsOf(id)).toHaveLength(2);
    });

    it('of a view: its rows, and of the columns only those that it shows', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const made = platforms.airtable.bases.find(({ id }) => id === base)?.tables[0];
      const [name, amount] = made?.fields ?? [];
      const last = made?.records[2]?.id ?? '';
      made?.views.push({
        id: 'viwSomeShown000001',
        name: 'Some shown',
        type: 'grid',
        visibleFieldIds: [name?.id ?? '', amount?.id ?? ''],
        recordIds: [last, made.records[0]?.id ?? ''],
      });
      const id = await create({ base, table, view: 'viwSomeShown000001' });
      const rows = await rowsOf(id);
      expect(rows.map((row) => Object.keys(row))).toEqual([
        ['Name', 'Amount'],
        ['Name', 'Amount'],
      ]);
      expect(rows.map((row) => row['Name'])).toEqual(['Small table 2', 'Small table 0']);
      expect((await service.get(id)).headers.get('content-disposition')).toContain('Some shown');
    });

    it('of the table and the view by their names', async () => {
      const { base, tables, views } = seedAirtable(platforms.airtable);
      const byName = await create({ base, table: 'Orders', view: 'Open, newest first' });
      const byId = await create({ base, table: tables.orders, view: views.openOrders });
      const rows = await rowsOf(byId);
      expect(rows.length).toBeGreaterThan(0);
      expect(await rowsOf(byName)).toEqual(rows);
    });

    it('again for the same table: another URL', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      expect(await create({ base, table })).not.toBe(await create({ base, table }));
    });

    it('by an OAuth connection whose token has just expired', async () => {
      const { accessToken, refreshToken } = platforms.airtable.addGrant({ accessExpired: true });
      const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
      const email = await createOwner('oauth@example.com', ...words);
      const { base, table } = smallAirtable(platforms.airtable);
      expect(await rowsOf(await create({ base, table }, email))).toHaveLength(3);
    });

    it('by the older of two connections, where only that one sees the base', async () => {
      const [seen, other] = [smallAirtable(platforms.airtable), smallAirtable(platforms.airtable)];
      const token = (base: string) => platforms.airtable.addPersonalToken({ bases: [base] });
      const email = await createOwner('two@example.com', '--token', token(seen.base));
      const add = ['connection', 'add', email, '--platform', 'airtable', '--token', token(other.base)];
      await service.command(...add);
      for (const { base, table } of [seen, other]) {
        expect(await rowsOf(await create({ base, table }, email))).toHaveLength(3);
      }
    });

    it('by a connection that works, beside one that was revoked', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const email = await createOwner('beside@example.com', '--token', platforms.airtable.addPersonalToken());
      const revoked = platforms.airtable.addPersonalToken();
      await service.command('connection', 'add', email, '--platform', 'airtable', '--token', revoked);
      platforms.airtable.revoke(revoked);
      expect(await rowsOf(await create({ base, table }, email))).toHaveLength(3);
    });
  });

  describe('refuses, for no credit and without making anything', () => {
    it('400 for a base, table or view that is not there, naming the field', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      await expectRefused({ base: 'appUnknown0000001', table }, 400, /^Field 'base' is not the id of a base/);
      await expectRefused(
        { base, table: 'tblUnknown0000001' },
        400,
        /^Field 'table' names no table .*"Small table"/,
      );
      await expectRefused({ base, table, view: 'Unknown' }, 400, /^Field 'view' names no view .*"Grid view"/);
    });

    it('400 for a base that the connection was not given, and its name stays unknown', async () => {
      const [own, other] = [smallAirtable(platforms.airtable), smallAirtable(platforms.airtable)];
      const token = platforms.airtable.addPersonalToken({ bases: [own.base] });
      const email = await createOwner('narrow@example.com', '--token', token);
      const told = await expectRefused({ base: other.base, table: other.table }, 400, /^Field 'base'/, email);
      expect(told).toContain(own.base);
      expect(told).not.toContain(other.base);
    });

    const refused = 'Failed to authenticate with export platform.';
    it('423 while the account has no connection to Airtable', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const email = await createOwner('none@example.com');
      await expectRefused({ base, table }, 423, refused, email);
      const { accessToken, refreshToken } = platforms.google.addGrant();
      const pair = ['--access-token', accessToken, '--refresh-token', refreshToken];
      await service.command('connection', 'add', email, '--platform', 'google', ...pair);
      await expectRefused({ base, table }, 423, refused, email);
    });

    it('423 when its token was revoked, lacks a scope, or the owner has disconnected it', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const token = platforms.airtable.addPersonalToken();
      const revoked = await createOwner('revoked@example.com', '--token', token);
      platforms.airtable.revoke(token);
      await expectRefused({ base, table }, 423, refused, revoked);
      const scopeless = platforms.airtable.addPersonalToken({ scopes: ['data.records:read'] });
      const narrow = await createOwner('scopeless@example.com', '--token', scopeless);
      await expectRefused({ base, table }, 423, refused, narrow);
      const grant = platforms.airtable.addGrant({ accessExpired: true });
      const words = ['--access-token', grant.accessToken, '--refresh-token', grant.refreshToken];
      const ended = await createOwner('ended@example.com', ...words);
      platforms.airtable.revoke(grant.refreshToken);
      await expectRefused({ base, table }, 423, refused, ended);
      await expectRefused({ base, table }, 423, refused, ended);
    });

    it('500 when Airtable fails', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      platforms.airtable.api.addFault({ on: base, act: { kind: 'answer', status: 503, body: 'sorry' } });
      await expectRefused({ base, table }, 500, 'Dataframe could not be retrieved');
      platforms.airtable.api.clearFaults();
    });

    const hostile = [
      '../../etc/passwd',
      '..',
      '.',
      '/',
      '//evil.example/x',
      'https://evil.example/',
      '@evil.example',
      'a@evil.example:80/',
      '?x=1',
      '#x',
      '%2e%2e%2f',
      'x\r\nHost: evil.example\r\n\r\nGET /x',
      'x\u0000y',
      '\u0000',
      '\ud800',
      ' ',
      '表🙂',
      '__proto__',
      'constructor',
      "'; drop table endpoints; --",
      'x'.repeat(200),
      'x'.repeat(10_000),
    ];
    const shown = hostile.map((text) => [JSON.stringify(text.slice(0, 40)), text] as const);
    it.each(shown)('400 for hostile identifiers, and no call goes astray: %s', async (_what, text) => {
      const { base, table } = smallAirtable(platforms.airtable);
      const { calls } = platforms.airtable.api;
      calls.length = 0;
      await expectRefused({ base: text, table }, 400, /^Field 'base' /);
      await expectRefused({ base, table: text }, 400, /^Field 'table' /);
      await expectRefused({ base, table, view: text }, 400, /^Field 'view' /);
      const allowed = ['/v0/meta/bases', `/v0/meta/bases/${base}/tables?include=visibleFieldIds`];
      const word = /^\w{1,200}$/.test(text) ? [`/v0/meta/bases/${text}/tables?include=visibleFieldIds`] : [];
      for (const { method, url } of calls)
        expect([method, [...allowed, ...word].includes(url)]).toEqual(['GET', true]);
    });
  });
});
