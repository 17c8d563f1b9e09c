/** Floods of look-ups and sign-ins are refused from memory, before the database and the hash (contract 5.7.5). */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { longestStall } from '../support/longest-stall.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { startTestService } from '../support/service.ts';
import { sessionless, signedIn } from '../support/session.ts';

it('a flood of look-ups and sign-ins from everywhere holds nobody up', async () => {
  await using service = await startTestService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  await signedIn(service, 'ann@example.com');
  const asked: number[] = [];
  const begun = performance.now();
  const lookUps = Array.from({ length: 50 }, async () => {
    while (performance.now() - begun < 2_000 || !asked.includes(429)) {
      const answer = await fetch(`${service.url}/api/auth/get-session`);
      await answer.text();
      asked.push(answer.status);
    }
  });
  const stall = await longestStall(service.url, async () => {
    await pause(200);
    const signIns = Array.from({ length: 150 }, async (_, client) => {
      const wrong = { email: `a${client}@example.com`, password: 'wrong horse' };
      const answer = await sessionless(service).call('POST', '/api/auth/sign-in/email', wrong, {
        'x-forwarded-for': `198.51.100.${client}`,
      });
      await answer.text();
      return answer.status;
    });
    const statuses = await Promise.all(signIns);
    expect([...new Set(statuses)].toSorted()).toEqual([401, 503]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60);
    await Promise.all(lookUps);
  });
  expect(asked.filter((status) => status === 200)).toHaveLength(300);
  expect(stall).toBeLessThan(atThisPace(2_000));
});
