/** Every route of the contract: without a session, from a foreign page, and with the objects of somebody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type RouteName, routeNames } from '../../src/api/contract.ts';
import type { Caller } from '../../src/api/route.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { areas, makeObjects, type Objects, routeCall } from './areas/all-areas.ts';

const owner = 'ann@example.com';
let service: TestService;
let ann: Session;
let eve: Session;
let objects: Objects;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, owner, '--plan', 'lite');
  eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
  objects = await makeObjects(service, owner);
});
afterAll(() => service[Symbol.asyncDispose]());

const callOf = (name: RouteName, session: Session, headers = {}): Promise<Response> =>
  routeCall(name, objects, session, headers);

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
