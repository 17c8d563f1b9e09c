/** An account on a plan that this program does not know is served nothing, rather than everything. */
import { expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { startTestService } from '../support/service.ts';

it('a plan that is not in the table is refused', async () => {
  const logLines: string[] = [];
  await using service = await startTestService({ logLines });
  const { email, endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
  const key = String((await service.command('api-key', 'create', email))['key']);
  expect((await service.get(endpoint)).status).toBe(200);
  await service.database.db
    .updateTable('accounts')
    .set((field) => ({ plan: 'platinum', credits: null, revision: field('revision', '+', 1) }))
    .where('email', '=', email)
    .execute();
  const answer = await service.get(endpoint);
  expect([answer.status, await answer.json()]).toEqual([
    500,
    expect.objectContaining({ error: 'Something went wrong on our side. No credit was used.' }),
  ]);
  const creating = await fetch(`${service.url}/urls/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"base":"a","table":"b"}',
  });
  expect(creating.status).toBe(500);
  await expect.poll(() => logLines.join('')).toContain('was written by a newer program');
});
