/** Connections in the dashboard's interface: tokens, consents, checks, choices on a platform (contract 1.8 and 5.5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedNotion } from '../../emulators/notion/notion-seed.ts';
import { expectConsentFor, giveConsent } from '../support/consent.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { smallAirtable, smallSheet } from '../support/small-tables.ts';

const withId = z.object({ id: z.string() });
const begun = z.object({ id: z.string(), address: z.string() });

describe.each(engines)('connections on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let ann: Session;
  let eve: Session;
  const logLines: string[] = [];

  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms, { engine, logLines });
    expectConsentFor(platforms, service);
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const post = (path: string, body?: unknown, session = ann) => session.call('POST', path, body);
  const read = async (path: string) => (await ann.call('GET', path)).json();
  const connectAirtable = async (token = platforms.airtable.addPersonalToken()): Promise<string> =>
    withId.parse(await (await post('/api/connections', { platform: 'airtable', token })).json()).id;

  it('says how each platform is connected, and what is chosen on it', async () => {
    expect(await read('/api/platforms')).toMatchObject({
      platforms: [
        { id: 'airtable', hasOauth: true, token: { address: 'https://airtable.com/create/tokens' } },
        { id: 'notion', hasOauth: false, steps: [{ part: 'database' }] },
        { id: 'google', hasOauth: true, token: null },
      ],
    });
  });

  describe('by a token', () => {
    it('whose it is and what it sees is told before anything is stored', async () => {
      const { base } = smallAirtable(platforms.airtable);
      const token = platforms.airtable.addPersonalToken({ bases: [base] });
      const before = await read('/api/connections');
      const answer = await post('/api/connections/check-token', { platform: 'airtable', token });
      expect(await answer.json()).toEqual({
        account: 'usrEmulatedUser01',
        label: 'Base',
        sees: [{ value: base, name: 'Small base', note: null }],
        hasMore: false,
        missing: [],
      });
      expect(await read('/api/connections')).toEqual(before);
    });

    it.each([
      [['data.records:read'], 'schema.bases:read'] as const,
      [['schema.bases:read'], 'data.records:read'] as const,
    ])('of the scopes %j only, it lacks %s and is not stored', async (scopes, lacking) => {
      const { base } = smallAirtable(platforms.airtable);
      const token = platforms.airtable.addPersonalToken({ scopes: [...scopes], bases: [base] });
      const body = { platform: 'airtable', token };
      expect(await (await post('/api/connections/check-token', body)).json()).toMatchObject({
        missing: [lacking],
      });
      const refused = await post('/api/connections', body);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ data: expect.stringContaining(lacking) });
    });

    it('Notion: what is shared is seen; the capability that is missing is named', async () => {
      const { projects } = seedNotion(platforms.notion);
      const token = platforms.notion.addToken();
      const seen = await (await post('/api/connections', { platform: 'notion', token })).json();
      expect(seen).toMatchObject({ label: 'Database', missing: [] });
      expect(JSON.stringify(seen)).toContain(projects.dataSource);
      const blind = platforms.notion.addToken({ readsContent: false });
      const answer = await post('/api/connections/check-token', { platform: 'notion', token: blind });
      expect(await answer.json()).toMatchObject({ missing: ['Read content'], sees: [] });
    });

    it.each([
      [{ platform: 'airtable', token: 'patWrong.123' }, /^token: Airtable does not accept the token/],
      [{ platform: 'airtable', token: 'with space' }, /^token: A token has visible/],
      [{ platform: 'google', token: 'ya29.something' }, /^platform: Google is connected by OAuth/],
      [{ platform: 'airtable', token: '' }, /^token: Enter the token/],
    ])('%j is refused with the reason', async (body, reason) => {
      const answer = await post('/api/connections', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ data: expect.stringMatching(reason) });
    });
  });

  it('a revoked token is noticed by a hit, shown first with its reason, and put right in place', async () => {
    const { base, table } = smallAirtable(platforms.airtable);
    const token = platforms.airtable.addPersonalToken();
    const id = await connectAirtable(token);
    await connectAirtable();
    const made = await post(`/api/connections/${id}/endpoints`, {
      choice: { base, table },
      fields: null,
      name: 'Orders',
      type: 'json_records',
    });
    const endpoint = withId.parse(await made.json()).id;
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await read(`/api/connections/${id}`)).toMatchObject({
      account: 'usrEmulatedUser01',
      state: 'working',
      reason: null,
      endpointCount: 1,
      endpoints: [{ id: endpoint, name: 'Orders' }],
    });
    platforms.airtable.revoke(token);
    expect((await service.get(endpoint)).status).toBe(423);
    const stopped = { id, state: 'stopped', reason: expect.stringContaining('revoked') };
    expect(await read('/api/connections?platform=airtable')).toMatchObject({ connections: [stopped, {}] });
    expect(await (await post(`/api/connections/${id}/check`)).json()).toMatchObject(stopped);
    const again = await ann.call('PUT', `/api/connections/${id}/token`, {
      token: platforms.airtable.addPersonalToken(),
    });
    expect(again.status).toBe(200);
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await read(`/api/connections/${id}`)).toMatchObject({ state: 'working', reason: null });
    const ended = await ann.call('DELETE', `/api/connections/${id}`);
    expect(await ended.json()).toEqual({ id, stoppedEndpoints: 1 });
    expect((await service.get(endpoint)).status).toBe(423);
    expect(await read(`/api/connections/${id}`)).toMatchObject({ state: 'disconnected' });
  });

  it('what the platform refused only once works again by itself', async () => {
    const id = await connectAirtable();
    platforms.airtable.api.addFault({
      on: '/whoami',
      times: 1,
      act: { kind: 'answer', status: 401, body: { error: { type: 'AUTHENTICATION_REQUIRED' } } },
    });
    expect(await (await post(`/api/connections/${id}/check`)).json()).toMatchObject({ state: 'stopped' });
    expect((await ann.call('GET', `/api/connections/${id}/choices?part=base`)).status).toBe(200);
    expect(await read(`/api/connections/${id}`)).toMatchObject({ state: 'working', reason: null });
  });

  describe('consents', () => {
    const begin = async (body: object) =>
      begun.parse(await (await post('/api/connections/consents', body)).json());
    const goBack = async (address: string, session: Session) => {
      const { pathname, search } = await giveConsent(new URL(address));
      return session.call('GET', `${pathname}${search}`);
    };

    it('are completed in the session that began them, and told as done', async () => {
      const { id, address } = await begin({ platform: 'google' });
      expect(await read(`/api/connections/consents/${id}`)).toMatchObject({ state: 'pending' });
      const back = await goBack(address, ann);
      expect(back.status).toBe(200);
      const page = await back.text();
      expect(page).toContain('You can close this window');
      const [, nonce] = /<script nonce="(\w+)">/.exec(page) ?? [];
      expect(back.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}'`);
      const done = z
        .object({ state: z.literal('done'), connectionId: z.string() })
        .parse(await read(`/api/connections/consents/${id}`));
      expect(await read(`/api/connections/${done.connectionId}`)).toMatchObject({ platform: 'google' });
    });

    it.each(['nobody', 'eve'])('are refused to a browser that is signed in as %s', async (who) => {
      const { id, address } = await begin({ platform: 'airtable' });
      const before = await read('/api/connections');
      const calls = platforms.airtable.oauth.calls.length;
      const back = await goBack(address, who === 'eve' ? eve : sessionless(service));
      expect(back.status).toBe(400);
      expect(platforms.airtable.oauth.calls.slice(calls).filter(({ method }) => method === 'POST')).toEqual(
        [],
      );
      expect(await read(`/api/connections/consents/${id}`)).toMatchObject({
        state: 'refused',
        reason: expect.stringContaining('not signed in'),
      });
      expect(await read('/api/connections')).toEqual(before);
      expect((await goBack(address, ann)).status).toBe(400);
    });

    it('that the owner refuses say so; those of which nobody comes back are over', async () => {
      platforms.airtable.refuseConsent = true;
      const refused = await begin({ platform: 'airtable' });
      await goBack(refused.address, ann);
      platforms.airtable.refuseConsent = false;
      expect(await read(`/api/connections/consents/${refused.id}`)).toMatchObject({
        state: 'refused',
        reason: expect.stringContaining('not given'),
      });
      const left = await begin({ platform: 'airtable' });
      service.clock.ahead += 15 * 60 * 1_000 + 1;
      const answer = await ann.call('GET', `/api/connections/consents/${left.id}`);
      service.clock.ahead = 0;
      expect(await answer.json()).toMatchObject({ state: 'over', connectionId: null });
    });

    it('renew only a connection of the own account and platform', async () => {
      const id = await connectAirtable();
      const { address } = await begin({ platform: 'airtable', connectionId: id });
      expect((await goBack(address, ann)).status).toBe(200);
      const wrong = (body: object, session: Session) => post('/api/connections/consents', body, session);
      expect((await wrong({ platform: 'airtable', connectionId: id }, eve)).status).toBe(404);
      expect((await wrong({ platform: 'google', connectionId: id }, ann)).status).toBe(404);
      expect((await wrong({ platform: 'notion' }, ann)).status).toBe(400);
    });
  });

  describe('choices', () => {
    it('Airtable: bases, tables, views, fields, preview without a credit, endpoint', async () => {
      const { base, table } = smallAirtable(platforms.airtable, 12);
      const id = await connectAirtable(platforms.airtable.addPersonalToken({ bases: [base] }));
      const choices = (query: string) => read(`/api/connections/${id}/choices?${query}`);
      expect(await choices('part=base&search=SMALL')).toEqual({
        options: [{ value: base, name: 'Small base', note: null }],
        hasMore: false,
      });
      expect(await choices('part=base&search=nothing')).toEqual({ options: [], hasMore: false });
      expect(await choices(`part=table&base=${base}`)).toMatchObject({ options: [{ value: table }] });
      expect(await choices(`part=view&base=${base}&table=${table}`)).toHaveProperty('options');
      const described = z
        .object({ name: z.string(), fields: z.array(z.object({ name: z.string(), isShown: z.boolean() })) })
        .parse(await read(`/api/connections/${id}/fields?base=${base}&table=${table}`));
      expect(described.name).toBe('Small table');
      const [first] = described.fields;
      await service.command('account', 'set', 'ann@example.com', '--credits', '0');
      const preview = await post(`/api/connections/${id}/preview`, {
        choice: { base, table },
        fields: [first?.name],
        parameters: { type: 'json_records' },
      });
      const { body } = z.object({ body: z.string() }).parse(await preview.json());
      const rows = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(body));
      expect([rows.length, Object.keys(rows[0] ?? {})]).toEqual([10, [first?.name]]);
      await service.command('account', 'set', 'ann@example.com', '--credits', '20');
    });

    it('reading ends with the client that wanted it, and that is no failure', async () => {
      const { base, table } = smallAirtable(platforms.airtable);
      const id = await connectAirtable(platforms.airtable.addPersonalToken({ bases: [base] }));
      platforms.airtable.api.addFault({ on: base, times: 1, act: { kind: 'hang' } });
      const before = logLines.length;
      const path = `/api/connections/${id}/fields?base=${base}&table=${table}`;
      const asked = ann.call('GET', path, undefined, {}, AbortSignal.timeout(500));
      await expect(asked).rejects.toThrow();
      await expect.poll(() => logLines.slice(before).some((line) => line.includes('/fields'))).toBe(true);
      await read('/api/platforms');
      expect(logLines.slice(before).filter((line) => line.includes('unexpected'))).toEqual([]);
    });

    it('what is not there is named with what there is', async () => {
      const { base } = smallAirtable(platforms.airtable);
      const id = await connectAirtable(platforms.airtable.addPersonalToken({ bases: [base] }));
      const answer = await ann.call('GET', `/api/connections/${id}/fields?base=${base}&table=Nothing`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        data: 'table: The table names no table of the base. There is: "Small table".',
      });
      expect((await ann.call('GET', `/api/connections/${id}/choices?part=sheet`)).status).toBe(400);
    });

    it('Notion: databases by search, fields', async () => {
      const { projects } = seedNotion(platforms.notion);
      const token = platforms.notion.addToken();
      const answer = await post('/api/connections', { platform: 'notion', token });
      const { id } = withId.parse(await answer.json());
      const found = await read(`/api/connections/${id}/choices?part=database&search=proj`);
      expect(found).toMatchObject({
        options: expect.arrayContaining([expect.objectContaining({ value: projects.dataSource })]),
      });
      const fields = await read(`/api/connections/${id}/fields?database=${projects.dataSource}`);
      expect(fields).toMatchObject({
        fields: expect.arrayContaining([{ name: 'Name', type: 'title', isShown: true }]),
      });
    });

    it('Google: spreadsheets of Drive, or by address; sheets; fields', async () => {
      const [, spreadsheet = '', , sheet = ''] = smallSheet(platforms.google);
      const { accessToken, refreshToken } = platforms.google.addGrant();
      const { id } = await service.command(
        ...['connection', 'add', 'ann@example.com', '--platform', 'google'],
        ...['--access-token', accessToken, '--refresh-token', refreshToken],
      );
      expect(await read(`/api/connections/${id}/choices?part=spreadsheet&search=it's`)).toMatchObject({
        options: [],
      });
      expect(await read(`/api/connections/${id}/choices?part=spreadsheet`)).toMatchObject({
        options: expect.arrayContaining([expect.objectContaining({ value: spreadsheet })]),
        hasMore: false,
      });
      const address = encodeURIComponent(`https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=0`);
      expect(await read(`/api/connections/${id}/choices?part=sheet&spreadsheet=${address}`)).toMatchObject({
        options: [{ value: sheet, note: null }],
      });
      const fields = await read(`/api/connections/${id}/fields?spreadsheet=${spreadsheet}&sheet=${sheet}`);
      expect(fields).toMatchObject({ name: sheet, fields: [{}, {}, {}] });
    });
  });
});
