/**
 * Contract 8.3.2: a body over the limit is refused in words of its own, on every route; one that lists columns may be as
 * long as the widest table needs, and only if its caller is known.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, routeNames } from '../../src/api/contract.ts';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

let service: TestService;
let ann: Session;
let admin: Session;
beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com', '--plan', 'pro');
  admin = await signedIn(service, 'boss@example.com', '--plan', 'pro', '--admin');
});
afterAll(() => service[Symbol.asyncDispose]());

const tooLarge = { error: 'The request is too large. Send less at once.' };
const someId = 'a'.repeat(22);
const withBody = routeNames.filter((name) => 'body' in contract[name]);

/** The body is announced, and none of it sent: nobody reads it. */
const announced = ['Content-Type: application/json', 'Content-Length: 3300000'];

it.each(withBody)('%s refuses a body over the limit with 413 and what to do', async (name) => {
  const line = name.replace(/:\w+/g, someId);
  const { status, body } = await rawRequest(service.url, line, [...announced, `Cookie: ${admin.cookie}`]);
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject(tooLarge);
});

it('routes outside of the interface say the same', async () => {
  const { key } = await service.command('api-key', 'create', 'ann@example.com');
  const headers = [...announced, `Authorization: Bearer ${key}`];
  const { status, body } = await rawRequest(service.url, 'POST /urls/create', headers);
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject(tooLarge);
});

const uploaded = z.object({ upload: z.string(), columns: z.array(z.object({ name: z.string() })) });

it('thousands of columns are corrected at once', async () => {
  const names = Array.from({ length: 4_000 }, (_, at) => `Column ${at} "${'x'.repeat(70)}"`);
  const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  const answer = await ann.upload(
    '/api/uploads?name=wide.csv',
    `${header}\n${names.map(() => '1').join(',')}\n`,
  );
  const { upload } = uploaded.parse(JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? ''));
  const columns = names.map((column, at) => ({
    column,
    name: `Renamed ${at} ${'y'.repeat(70)}`,
    type: 'number',
    form: 'decimal comma',
  }));
  const corrected = await ann.call('POST', `/api/uploads/${upload}/corrections`, { decimal: null, columns });
  expect(corrected.status).toBe(200);
  const { upload: mended, columns: read } = uploaded.parse(await corrected.json());
  expect(read.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  const fields = columns.slice(1).map(({ name }) => name);
  const preview = await ann.call('POST', `/api/uploads/${mended}/preview`, { type: 'csv', fields });
  expect(preview.status).toBe(200);
  const published = { upload: mended, name: 'Wide', type: 'csv', fields };
  expect((await ann.call('POST', '/api/endpoints', published)).status).toBe(200);
});

it.each([
  ['of a known length', 'Content-Length: 2500000\r\n\r\n'],
  ['of an unknown length', 'Transfer-Encoding: chunked\r\n\r\n4000\r\n'],
])('nobody without a session sends a long body %s: the connection is closed', async (_, rest) => {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  const head = `POST /api/uploads/${someId}/corrections HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\n${rest}${'x'.repeat(1_000)}`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});
