/** Attempts are counted by client: behind a proxy that is trusted, by what it says; otherwise nobody is believed. */
import { expect, it } from 'vitest';
import { startTestService } from '../support/service.ts';
import { sessionless } from '../support/session.ts';

async function statusesOf(trusted: string): Promise<number[]> {
  await using service = await startTestService({ environment: { TRUSTED_PROXIES: trusted } });
  const asked = Array.from({ length: 6 }, (_, attempt) =>
    sessionless(service).call(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'ann@example.com', password: 'wrong horse' },
      { 'x-forwarded-for': `203.0.113.${attempt}` },
    ),
  );
  return (await Promise.all(asked)).map(({ status }) => status).toSorted();
}

it('a client cannot say who it is', async () => {
  expect(await statusesOf('')).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await statusesOf('10.0.0.0/8')).toEqual([401, 401, 401, 401, 401, 429]);
});

it('a trusted proxy can', async () => {
  expect(await statusesOf('127.0.0.1')).toEqual([401, 401, 401, 401, 401, 401]);
});
