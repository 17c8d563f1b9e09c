/** While the database is away, sign-in says so, as every other door does: try again, and nothing is lost. */
import { expect, it } from 'vitest';
import { createPostgresDatabase, startTestService } from '../support/service.ts';
import { sessionless, signedIn } from '../support/session.ts';
import { startRelay } from '../support/tcp-relay.ts';

it('answers 503 with Retry-After on every way in, and works again when the database is back', async () => {
  const url = new URL(await createPostgresDatabase());
  await using relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(relay.port);
  await using service = await startTestService({
    environment: { DATABASE_URL: url.href, SIGN_UP: 'open', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  const ann = await signedIn(service, 'ann@example.com');
  const stranger = sessionless(service);
  const person = { email: 'zoe@example.com', password: 'a lamp of hers' };
  await relay.cut();
  const answers = {
    session: await ann.call('GET', '/api/auth/get-session'),
    account: await ann.call('GET', '/api/account'),
    signIn: await stranger.call('POST', '/api/auth/sign-in/email', person),
    signUp: await stranger.call('POST', '/api/auth/sign-up/email', person),
    reset: await stranger.call('POST', '/api/auth/request-password-reset', { email: person.email }),
  };
  const told = Object.entries(answers).map(([name, { status, headers }]) => [
    name,
    status,
    headers.get('retry-after'),
  ]);
  expect(told).toEqual(Object.keys(answers).map((name) => [name, 503, '5']));
  expect(await answers.signIn.json()).toMatchObject({ help: expect.stringContaining('state-unavailable') });
  await relay.mend();
  await expect.poll(async () => (await ann.call('GET', '/api/account')).status).toBe(200);
  expect((await stranger.call('POST', '/api/auth/sign-up/email', person)).status).toBe(200);
});
