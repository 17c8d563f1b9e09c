/** Attempts are counted by client: behind a proxy that is trusted, by what it says; otherwise nobody is believed. */
import { expect, it } from 'vitest';
import { startTestService } from '../support/service.ts';
import { sessionless } from '../support/session.ts';

async function statusesOf(trusted: string): Promise<number[]> {
  await using service = await startTestService({ environment: { TRUSTED_PROXIES: trusted } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    const answer = await sessionless(service).call(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'ann@example.com', password: 'wrong horse' },
      { 'x-forwarded-for': `203.0.113.${attempt}` },
    );
    statuses.push(answer.status);
  }
  return statuses;
}

it('a client cannot say who it is', async () => {
  expect(await statusesOf('')).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await statusesOf('10.0.0.0/8')).toEqual([401, 401, 401, 401, 401, 429]);
});

it('a trusted proxy can', async () => {
  expect(await statusesOf('127.0.0.1')).toEqual([401, 401, 401, 401, 401, 401]);
});

it('of a hundred and twenty who try passwords at once from everywhere, some are told to come again', async () => {
  await using service = await startTestService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const id = await service.publish('name\nwidget\n');
  const trying = Array.from({ length: 120 }, (_, client) =>
    sessionless(service).call(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'ann@example.com', password: 'wrong horse' },
      { 'x-forwarded-for': `198.51.100.${client}` },
    ),
  );
  expect((await service.get(id)).status).toBe(200);
  const answers = await Promise.all(trying);
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([401, 503]);
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.headers.get('retry-after')).toBe('5');
  expect(await refused?.json()).toMatchObject({ message: 'Too many people are signing in right now.' });
});
