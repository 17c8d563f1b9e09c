/** Hits that were allowed, but whose last credit another hit has taken before them (contract 3.1.2). */
import { expect, it } from 'vitest';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { chargeWhile } from '../support/postgres-locks.ts';
import { startTestService } from '../support/service.ts';

const site = 'https://site.example/login';
const noCredits = `Not enough credits. Login at ${site} to purchase.`;

it.each([
  ['trial', '', 'Your free trial has expired'],
  ['trial', '?sql=SELECT+1+AS+x', 'Your free trial has expired'],
  ['lite', '', noCredits],
  ['lite', '?sql=SELECT+1+AS+x', noCredits],
])('on the plan %s a hit of %j that comes too late: 403 %s', async (plan, query, error) => {
  await using service = await startTestService({ engine: 'postgres', environment: { SITE_URL: site } });
  const options = ['--plan', plan, '--credits', '1'];
  const { email, endpoint } = await createOwner(service, 'ann@example.com', ...options);
  const late = await chargeWhile(service, email, () => service.get(`${endpoint}${query}`));
  const answer = await late.done;
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error });
  expect(await balanceOf(service, email)).toBe(0);
  await expectLedgerWhole(service);
});
