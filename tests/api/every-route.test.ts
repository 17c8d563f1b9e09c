/** Every route of the contract: without a session, from a foreign page, and with the objects of somebody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/api/contract/route.ts';
import { contract, type RouteName, routeNames } from '../../src/api/contract.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { accountArea } from './areas/account.ts';
import { administratorArea } from './areas/administrator.ts';
import type { Area } from './areas/area.ts';
import { choiceArea } from './areas/choice.ts';
import { connectionArea } from './areas/connection.ts';
import { endpointArea } from './areas/endpoint.ts';
import { planArea } from './areas/plan.ts';
import { proxyArea } from './areas/proxy.ts';
import { publicPageArea } from './areas/public-page.ts';
import { scheduleArea } from './areas/schedule.ts';
import { usageArea } from './areas/usage.ts';

const areas: readonly Area[] = [
  accountArea,
  endpointArea,
  proxyArea,
  connectionArea,
  choiceArea,
  scheduleArea,
  usageArea,
  planArea,
  publicPageArea,
  administratorArea,
];

const owner = 'ann@example.com';
let service: TestService;
let ann: Session;
let eve: Session;
const objects: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, owner, '--plan', 'lite');
  eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
  for (const area of areas) Object.assign(objects, await area.makeObjects?.(service, owner));
});
afterAll(() => service[Symbol.asyncDispose]());

function callOf(name: RouteName, session: Session, headers = {}): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const query = areas.map(({ queries }) => queries?.[name]).find((each) => each !== undefined);
  const body = areas.map(({ bodies }) => bodies?.[name]).find((each) => each !== undefined);
  const [, beginning = ''] = /^(.*?\/):/.exec(path) ?? [];
  const filled = path.replace(':id', objects[beginning] ?? 'none');
  return session.call(method, query === undefined ? filled : `${filled}?${query}`, body, headers);
}

const refusalOf = (name: RouteName): number | undefined =>
  areas.map(({ refusals }) => refusals?.[name]).find((each) => each !== undefined);

const callerOf = (name: RouteName): Caller => contract[name].caller;

it.each(routeNames.filter((name) => callerOf(name) !== 'anybody'))('%s needs a session', async (name) => {
  const answer = await callOf(name, sessionless(service));
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: 'Please sign in.' });
});

it.each(routeNames)('%s is refused to a page of another origin, if it changes something', async (name) => {
  const answer = await callOf(name, ann, { origin: 'https://evil.example' });
  const isRefused = !name.startsWith('GET ') || callerOf(name) === 'administrator';
  expect(answer.status).toBe(isRefused ? 403 : (refusalOf(name) ?? 200));
});

const ofObjects = routeNames.filter((name) => name.includes('/:id') && callerOf(name) === 'signed in');

it.each(ofObjects)('%s says of an object of somebody else that there is none', async (name) => {
  const answer = await callOf(name, eve);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: 'There is nothing at this address.' });
});

it.each(routeNames.filter((name) => callerOf(name) === 'administrator'))(
  '%s is for administrators',
  async (name) => {
    expect((await callOf(name, ann)).status).toBe(403);
  },
);

describe('what is not in the contract', () => {
  it.each(['/api/', '/api/nothing', '/api/endpoints/short'])('%s is not there', async (path) => {
    expect((await ann.call('GET', path)).status).toBeOneOf([400, 404]);
  });
});

it('after all that the endpoint of Ann is as it was', async () => {
  const answer = await ann.call('GET', `/api/endpoints/${objects['/api/endpoints/']}`);
  expect(await answer.json()).toMatchObject({ name: 'Numbers', isProtected: false });
});
