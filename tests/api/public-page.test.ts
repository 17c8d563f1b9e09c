/** The public page of an endpoint: off it is not there, on it shows what its owner was told, and costs nobody much. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connect,
  createEndpoint,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

describe.each(engines)('public pages on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;

  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com', '--credits', '0');
    id = await service.publish(
      'name,price\n<b>widget</b>,10\n',
      '--owner',
      'ann@example.com',
      '--name',
      'Prices',
    );
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const stranger = (path: string): Promise<Response> =>
    sessionless(service).call('GET', `/api/public/${path}`);
  const change = (body: unknown): Promise<Response> => ann.call('PATCH', `/api/endpoints/${id}`, body);

  it('are not there unless the owner says so, and answer then as for an id that never was', async () => {
    const off = await stranger(id);
    const never = await stranger('0'.repeat(22));
    expect([off.status, await off.json()]).toEqual([never.status, await never.json()]);
    expect([off.status, (await stranger(`${id}/sample`)).status]).toEqual([404, 404]);
    await change({ isPublic: true, description: 'Prices of today' });
    expect(await (await stranger(id)).json()).toEqual({
      name: 'Prices',
      description: 'Prices of today',
      url: expect.stringMatching(new RegExp(`/${id}$`)),
      type: 'csv',
      isProtected: false,
      isPaused: false,
      lastHitAt: null,
    });
    expect(await (await stranger(`${id}/sample`)).json()).toEqual({
      columns: [
        { name: 'name', type: 'string' },
        { name: 'price', type: 'integer' },
      ],
      rows: [['<b>widget</b>', '10']],
      moreColumns: 0,
      leftOut: { cells: 0, rows: 0, columns: 0 },
    });
    await change({ isPublic: false });
    expect([(await stranger(id)).status, (await stranger(`${id}/sample`)).status]).toEqual([404, 404]);
  });

  it('show no row of an endpoint with a token, and follow a change of fields at once', async () => {
    await change({ isPublic: true });
    await stranger(`${id}/sample`);
    await change({ fields: ['price'] });
    expect(await (await stranger(`${id}/sample`)).json()).toMatchObject({ rows: [['10']] });
    await change({ token: 'a-token-of-ann-1234' });
    expect(await (await stranger(`${id}/sample`)).json()).toMatchObject({
      columns: [{ name: 'price' }],
      rows: [],
    });
  });

  it('go when the owner is blocked', async () => {
    await change({ isPublic: true });
    await service.command('account', 'set', 'ann@example.com', '--blocked', 'true');
    expect((await stranger(id)).status).toBe(404);
  });
});

it('a platform is read once a minute at most, however many look and even when it fails', async () => {
  await using platforms = await startPlatforms();
  await using service = await startPlatformService(platforms);
  const { airtable } = platforms;
  const { calls } = airtable.api;
  const connection = await connect(service, 'airtable', '--token', airtable.addPersonalToken());
  /** The statuses of many who look at a new endpoint at once, and how many calls that made in all, and then. */
  async function looks() {
    const id = await createEndpoint(service, connection, ...smallAirtable(airtable).words);
    await service.command('endpoint', 'set', id, '--public', 'true');
    const look = async () => (await sessionless(service).call('GET', `/api/public/${id}/sample`)).status;
    const before = calls.length;
    const statuses = new Set(await Promise.all(Array.from({ length: 20 }, look)));
    const after = calls.length;
    await look();
    return { statuses: [...statuses], first: after - before, later: calls.length - after };
  }
  expect(await looks()).toEqual({ statuses: [200], first: 2, later: 0 });
  airtable.billingLimitExceeded = true;
  expect(await looks()).toMatchObject({ statuses: [500], later: 0 });
});
