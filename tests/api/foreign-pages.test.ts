/**
 * Pages of other sites reach nothing below `/api/`, however they spell its address: the route that was found decides,
 * not the text of the request. Every answer below it is of the type that it says (contract 5.7.6).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, routeNames } from '../../src/api/contract.ts';
import { type RawAnswer, rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

let service: TestService;
let ann: Session;
beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com', '--admin');
});
afterAll(() => service[Symbol.asyncDispose]());

const spellings: Readonly<Record<string, (path: string) => string>> = {
  'as it is': (path) => path,
  'with encoded letters': (path) => path.replace('/api/', '/%61p%69/'),
  'with doubled slashes': (path) => path.replace('/api/', '//api//'),
  'in capitals': (path) => path.replace('/api/', '/API/'),
  'with a slash at the end': (path) => `${path}/`,
  'in absolute form': (path) => `http://localhost:${service.environment['PORT']}${path}`,
  'with an encoded slash': (path) => path.replace('/api/', '/api%2F'),
};

const signInRoutes = [
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/social',
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-out',
  'POST /api/auth/confirm-address',
  'POST /api/auth/send-verification-email',
  'POST /api/auth/change-password',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/reset-password',
  'POST /api/auth/setup',
];

const changing = [
  ...routeNames.filter((name) => !name.startsWith('GET ')),
  'POST /api/uploads',
  ...signInRoutes,
];
const reading = routeNames.filter((name) => name.startsWith('GET ') && contract[name].caller !== 'anybody');

/** What the guard and the router say; anything else would be said by the route itself. */
const refusals = [
  'This request came from another site.',
  'Method not allowed. Use GET.',
  'Object not found',
  'The request could not be read.',
];

function ask(name: string, spelling: string, headers: readonly string[]): Promise<RawAnswer> {
  const [method = '', path = ''] = name.split(' ');
  const address = spellings[spelling]?.(path.replace(':id', '0'.repeat(22))) ?? '';
  const body = method === 'GET' ? '' : '{}';
  const type = body === '' ? [] : ['Content-Type: application/json'];
  return rawRequest(
    service.url,
    `${method} ${address}`,
    [`Cookie: ${ann.cookie}`, ...type, ...headers],
    body,
  );
}

const errorOf = ({ body }: RawAnswer): string => JSON.parse(body).error;

describe.each(Object.keys(spellings))('an address %s', (spelling) => {
  it('changes nothing for another origin, for a sibling, or for nobody that a browser names', async () => {
    for (const name of changing) {
      for (const header of [
        'Origin: https://evil.example',
        'Sec-Fetch-Site: same-site',
        'Sec-Fetch-Site: none',
      ]) {
        const answer = await ask(name, spelling, [header]);
        expect(errorOf(answer), `${name}, ${header}`).toBeOneOf(refusals);
        expect(answer.headers.get('x-content-type-options'), name).toBe('nosniff');
      }
    }
  }, 60_000);

  it('tells pages of other sites nothing', async () => {
    for (const name of reading) {
      const answer = await ask(name, spelling, ['Sec-Fetch-Site: same-site']);
      expect(errorOf(answer), name).toBeOneOf(refusals);
    }
  }, 60_000);
});

it('the own page, a person who types the address, and programs are answered', async () => {
  for (const header of ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: none', 'Accept: */*'])
    expect((await ask('GET /api/account', 'as it is', [header])).status, header).toBe(200);
  for (const header of ['Sec-Fetch-Site: same-origin', 'Accept: */*'])
    expect((await ask('POST /api/account/api-keys', 'as it is', [header])).status, header).toBe(200);
  expect((await ask('GET /api/service', 'as it is', ['Sec-Fetch-Site: cross-site'])).status).toBe(200);
});

it('every answer below /api/ is of the type that it says, an error too', async () => {
  const asked = [
    'GET /api/service',
    'GET /api/account',
    'GET /api/nothing',
    'GET /api/auth/get-session',
    'GET /api/auth/nothing',
  ];
  for (const name of asked)
    expect((await ask(name, 'as it is', [])).headers.get('x-content-type-options'), name).toBe('nosniff');
  const upload = await ann.upload('/api/uploads?name=a.csv', 'a\n1\n');
  expect(upload.headers.get('x-content-type-options')).toBe('nosniff');
  await upload.text();
});

it('files of the dashboard that begin with a dot are not there', async () => {
  for (const path of ['app/.built', 'app/%2Ebuilt', 'app/assets/.built'])
    expect((await service.get(path)).status, path).toBe(404);
});
