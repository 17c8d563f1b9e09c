/** Every route of the contract: without a session, from a foreign page, and with the objects of somebody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type RouteName, routeNames } from '../../src/api/contract.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';

/** What a route needs to be called rightly, with `:id` of an object that belongs to Ann. */
const bodies: Partial<Record<RouteName, unknown>> = {
  'POST /api/endpoints': { upload: '0'.repeat(22), name: 'New', type: 'csv', fields: null },
  'PUT /api/endpoints/:id/file': { upload: '0'.repeat(22) },
  'PATCH /api/endpoints/:id': { name: 'Changed' },
  'POST /api/endpoints/:id/preview': { parameters: {} },
};

let service: TestService;
let ann: Session;
let eve: Session;
let endpoint: string;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com');
  eve = await signedIn(service, 'eve@example.com');
  endpoint = await service.publish('a\n1\n', '--owner', 'ann@example.com', '--name', 'Numbers');
});
afterAll(() => service[Symbol.asyncDispose]());

const callOf = (name: RouteName, session: Session, headers = {}): Promise<Response> => {
  const [method = '', path = ''] = name.split(' ');
  return session.call(method, path.replace(':id', endpoint), bodies[name], headers);
};

describe.each(routeNames)('%s', (name) => {
  it('needs a session, unless it is for anybody', async () => {
    const answer = await callOf(name, sessionless(service));
    expect(answer.status).toBe(contract[name].caller === 'anybody' ? 200 : 401);
    if (answer.status === 401) expect(await answer.json()).toMatchObject({ error: 'Please sign in.' });
  });

  it('is refused to a page of another origin, if it changes something', async () => {
    const answer = await callOf(name, ann, { origin: 'https://evil.example' });
    expect(answer.status).toBe(name.startsWith('GET ') ? 200 : 403);
  });
});

const ofObjects = routeNames.filter((name) => name.includes(':id'));

it.each(ofObjects)('%s says of an object of somebody else that there is none', async (name) => {
  const answer = await callOf(name, eve);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: 'There is nothing at this address.' });
});

describe('what is not in the contract', () => {
  it.each(['/api/', '/api/nothing', '/api/endpoints/short'])('%s is not there', async (path) => {
    expect((await ann.call('GET', path)).status).toBeOneOf([400, 404]);
  });
});

it('after all that the endpoint of Ann is as it was', async () => {
  const answer = await ann.call('GET', `/api/endpoints/${endpoint}`);
  expect(await answer.json()).toMatchObject({ id: endpoint, name: 'Numbers', isProtected: false });
});
