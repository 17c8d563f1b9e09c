/**
 * The state of an endpoint is what its requests get: every cause, on the emulated platforms, compared in the list, on
 * the page, at the connection, in a schedule and on the command line; and what repairs it clears it (contract 3.6).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import { platformOwner, startPlatforms } from '../support/platform-service.ts';
import { startTestService } from '../support/service.ts';
import { type Session, signedIn, signedInAgain } from '../support/session.ts';
import { forgetLimits } from '../support/small-tables.ts';
import {
  airtableToBreak,
  googleToBreak,
  liftLimits,
  notionToBreak,
  type Stage,
} from '../support/tables-to-break.ts';

const stateShape = z.object({
  state: z.string(),
  problem: z
    .object({ title: z.string(), reason: z.string(), repair: z.object({ place: z.string() }).nullable() })
    .nullable(),
});
const endpointShape = stateShape.extend({ id: z.string(), connectionId: z.string().nullable() });
const listShape = z.object({ endpoints: z.array(endpointShape) });
const schedulesShape = z.object({
  schedules: z.array(z.object({ endpointId: z.string(), endpoint: stateShape })),
});
const connectionShape = z.object({
  state: z.string(),
  endpoints: z.array(endpointShape.omit({ connectionId: true })),
});
const commandShape = z.object({ endpoints: z.array(z.object({ id: z.string(), state: z.string() })) });

let stage: Stage;
let session: Session;
beforeAll(async () => {
  const platforms = await startPlatforms();
  liftLimits(platforms);
  const environment = { ...platforms.environment, SOURCE_TIME_LIMIT_MS: '3000' };
  const service = await startTestService({ environment });
  session = await signedIn(service, platformOwner, '--plan', 'pro');
  stage = { platforms, service };
});
afterAll(async () => {
  await stage.service[Symbol.asyncDispose]();
  await stage.platforms[Symbol.asyncDispose]();
});
beforeEach(() => forgetLimits(stage.service));

const read = async (path: string): Promise<unknown> => (await session.call('GET', path)).json();

/** What each place says of the endpoint. */
async function shown(endpoint: string): Promise<Record<string, string>> {
  const { endpoints } = listShape.parse(await read('/api/endpoints?sort=created'));
  const page = endpointShape.parse(await read(`/api/endpoints/${endpoint}`));
  const { schedules } = schedulesShape.parse(await read('/api/schedules'));
  const command = commandShape.parse(await stage.service.command('endpoint', 'list', platformOwner));
  const one = await stage.service.command('endpoint', 'show', endpoint);
  const places: Record<string, string> = {
    list: endpoints.find(({ id }) => id === endpoint)?.state ?? '',
    page: page.state,
    schedule: schedules.find(({ endpointId }) => endpointId === endpoint)?.endpoint.state ?? '',
    command: command.endpoints.find(({ id }) => id === endpoint)?.state ?? '',
    show: String(one['state']),
  };
  if (page.connectionId === null) return places;
  const connection = connectionShape.parse(await read(`/api/connections/${page.connectionId}`));
  return { ...places, connection: connection.endpoints.find(({ id }) => id === endpoint)?.state ?? '' };
}

const everywhere = (state: string) =>
  expect.objectContaining(
    Object.fromEntries(['list', 'page', 'schedule', 'command', 'show'].map((place) => [place, state])),
  );

async function schedule(endpoint: string): Promise<void> {
  const words = ['--endpoint', endpoint, '--cadence', 'daily', '--at', '07:30', '--zone', 'UTC'];
  await stage.service.command('schedule', 'create', platformOwner, '--name', 'Daily', ...words);
}

/** What a request gets, then what every place says; `connection` too, where there is one. */
async function expectState(endpoint: string, status: number, state: string): Promise<void> {
  expect((await stage.service.get(endpoint)).status).toBe(status);
  await expect.poll(() => shown(endpoint)).toEqual(everywhere(state));
  const { connection = state } = await shown(endpoint);
  expect(connection).toBe(state);
}

async function problemOf(endpoint: string) {
  return endpointShape.parse(await read(`/api/endpoints/${endpoint}`)).problem;
}

const newOnes = {
  airtable: async () => {
    const { table, endpoint } = await airtableToBreak(stage, { words: ['--fields', 'Name,Amount'] });
    return { endpoint, remove: () => table.fields.splice(1, 1), told: 'The field "Amount" was deleted.' };
  },
  notion: async () => {
    const { dataSource, endpoint } = await notionToBreak(stage);
    const remove = () => Reflect.deleteProperty(dataSource.properties, 'Amount');
    return { endpoint, remove, told: 'The field "Amount" was deleted.' };
  },
  google: async () => {
    const { sheet, endpoint } = await googleToBreak(stage);
    const remove = () => {
      for (const row of sheet.rows) row.splice(1, 1);
    };
    return { endpoint, remove, told: 'The column "Amount" is gone' };
  },
};

describe('a removed column', () => {
  it.each(['airtable', 'notion', 'google'] as const)(
    'of %s: source changed, until it is accepted',
    async (name) => {
      const { endpoint, remove, told } = await newOnes[name]();
      await schedule(endpoint);
      await expectState(endpoint, 200, 'working');
      remove();
      await expectState(endpoint, 409, 'source changed');
      expect(await problemOf(endpoint)).toMatchObject({
        reason: expect.stringContaining(told),
        repair: { place: 'columns' },
      });
      await session.call('PATCH', `/api/endpoints/${endpoint}`, { fields: ['Name'] });
      expect(await shown(endpoint)).toEqual(everywhere('working'));
      await expectState(endpoint, 200, 'working');
    },
  );

  it('of an upload: source changed as soon as the file is replaced', async () => {
    const { service } = stage;
    const words = ['--owner', platformOwner, '--fields', 'name,age'];
    const endpoint = await service.publish('name,age\nAnn,41\n', ...words);
    await schedule(endpoint);
    await service.publish('name,born\nAnn,1985\n', '--replace', endpoint);
    expect(await shown(endpoint)).toEqual(everywhere('source changed'));
    await expectState(endpoint, 409, 'source changed');
    expect((await problemOf(endpoint))?.reason).toContain('The file no longer has the column "age".');
    await service.publish('name,age\nAnn,41\n', '--replace', endpoint);
    await expectState(endpoint, 200, 'working');
  });

  it('a preview tells it, and that it is back', async () => {
    const { table, endpoint } = await airtableToBreak(stage);
    await schedule(endpoint);
    const preview = () => session.call('POST', `/api/endpoints/${endpoint}/preview`, { parameters: {} });
    const [removed] = table.fields.splice(1, 1);
    expect((await preview()).status).toBe(409);
    expect(await shown(endpoint)).toEqual(everywhere('source changed'));
    if (removed) table.fields.splice(1, 0, removed);
    expect((await preview()).status).toBe(200);
    expect(await shown(endpoint)).toEqual(everywhere('working'));
  });
});

describe('a grant', () => {
  it('that was revoked: connection stopped, at every endpoint of it, until it is reconnected', async () => {
    const { airtable } = stage.platforms;
    const { token, connection, endpoint, table, base } = await airtableToBreak(stage);
    const words = ['--connection', connection, '--base', base.id, '--table', table.id];
    const made = await stage.service.command('endpoint', 'create', platformOwner, ...words);
    const other = String(made['id']);
    await schedule(endpoint);
    await schedule(other);
    airtable.revoke(token);
    await expectState(endpoint, 423, 'connection stopped');
    expect(await shown(other)).toEqual(everywhere('connection stopped'));
    expect(await problemOf(other)).toMatchObject({ repair: { place: 'connection' } });
    const given = { token: airtable.addPersonalToken() };
    expect((await session.call('PUT', `/api/connections/${connection}/token`, given)).status).toBe(200);
    expect(await shown(endpoint)).toEqual(everywhere('working'));
    await expectState(other, 200, 'working');
    await stage.service.command('connection', 'remove', connection);
    expect(await shown(endpoint)).toEqual(everywhere('connection stopped'));
    await expectState(endpoint, 423, 'connection stopped');
  });
});

describe('a platform', () => {
  it.each([
    ['whose limit is exceeded', 429, airtableFaults.billingLimit.act],
    ['that fails', 500, airtableFaults.serverError.act],
    ['that does not answer', 500, airtableFaults.hang.act],
  ] as const)('%s: failing, until a request succeeds', async (_, status, act) => {
    const { api, rowsCall, endpoint } = await airtableToBreak(stage);
    await schedule(endpoint);
    api.addFault({ on: rowsCall, act });
    await expectState(endpoint, status, 'failing');
    api.clearFaults();
    await forgetLimits(stage.service);
    await expectState(endpoint, 200, 'working');
  });

  it('a caller that is wrong changes nothing', async () => {
    const { endpoint } = await airtableToBreak(stage);
    await stage.service.command('endpoint', 'set', endpoint, '--token', 'secret');
    await schedule(endpoint);
    const authorization = 'Bearer secret';
    expect((await stage.service.get(endpoint)).status).toBe(401);
    expect((await stage.service.get(`${endpoint}?sql=nonsense`, { authorization })).status).toBe(400);
    expect(await shown(endpoint)).toEqual(everywhere('working'));
  });
});

describe('a paused endpoint', () => {
  it('is paused everywhere, also on a connection that stopped, until it is resumed', async () => {
    const { token, endpoint } = await airtableToBreak(stage);
    await schedule(endpoint);
    await stage.service.command('endpoint', 'pause', endpoint);
    await expectState(endpoint, 403, 'paused');
    expect(await problemOf(endpoint)).toMatchObject({ repair: { place: 'resume' } });
    stage.platforms.airtable.revoke(token);
    await stage.service.command('endpoint', 'resume', endpoint);
    await expectState(endpoint, 423, 'connection stopped');
    await stage.service.command('endpoint', 'pause', endpoint);
    await expectState(endpoint, 403, 'paused');
  });
});

describe('an account', () => {
  it.each([
    ['without credits', ['--credits', '0'], 403, 'credit balance zero', 'plans'],
    [
      'whose plan has ended',
      ['--subscription-ends', '2020-01-01T00:00:00Z'],
      403,
      'subscription expired',
      'plans',
    ],
    ['whose trial is used up', ['--plan', 'trial', '--credits', '0'], 403, 'free trial expired', 'plans'],
    ['that is blocked', ['--blocked', 'true'], 403, 'account blocked', undefined],
  ] as const)('%s', async (_, change, status, state, place) => {
    const endpoint = await stage.service.publish('a\n1\n', '--owner', platformOwner);
    await stage.service.command('account', 'set', platformOwner, '--plan', 'pro', '--blocked', 'false');
    await schedule(endpoint);
    await expectState(endpoint, 200, 'working');
    await stage.service.command('account', 'set', platformOwner, ...change);
    // Blocking an account ends its sessions.
    session = await signedInAgain(stage.service, platformOwner);
    await expectState(endpoint, status, state);
    expect((await problemOf(endpoint))?.repair?.place).toBe(place);
    await stage.service.command('account', 'set', platformOwner, '--plan', 'pro', '--blocked', 'false');
  });
});
