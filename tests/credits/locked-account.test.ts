/** A replica that stands still within a transaction has an account locked: hits on other accounts go on. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { startTestService } from '../support/service.ts';

it('8 an account that is locked keeps nobody else waiting, and its own hits wait', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const ann = await createOwner(service, 'ann@example.com', '--plan', 'lite');
  const bo = await createOwner(service, 'bo@example.com', '--plan', 'lite');
  const answered: string[] = [];
  const hit = async (name: string, endpoint: string): Promise<void> => {
    const answer = await service.get(endpoint);
    answered.push(`${name} ${answer.status}`);
  };
  const hits: Promise<void>[] = [];
  await service.database.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', ann.email)
      .forUpdate()
      .execute();
    for (let round = 0; round < 3; round++) hits.push(hit('ann', ann.endpoint), hit('bo', bo.endpoint));
    await expect.poll(() => answered).toEqual(['bo 200', 'bo 200', 'bo 200']);
    // By now ann has a lane of her own: later hits on others do not even meet her.
    for (let round = 0; round < 3; round++) await hit('later bo', bo.endpoint);
    await pause(100);
  });
  await Promise.all(hits);
  expect(answered.slice(3)).toEqual([...Array(3).fill('later bo 200'), ...Array(3).fill('ann 200')]);
  expect([await balanceOf(service, ann.email), await balanceOf(service, bo.email)]).toEqual([17, 14]);
  await expectLedgerWhole(service);
});
