/** A run that meets a service that is busy is put off, not failed (contract 1.7 and 7.5.1). */
import { expect, it } from 'vitest';
import { closeExportContext, openExportContext } from '../../src/export/export-context.ts';
import { Budget } from '../../src/export/limits/budget.ts';
import { findJob } from '../../src/schedules/job-store.ts';
import { runJobNow } from '../../src/schedules/run-job-now.ts';
import { costOf, createOwner } from '../support/cast.ts';
import { engines, startTestService } from '../support/service.ts';
import { openBeside } from '../usage/usage-context.ts';
import { createJob, endedRuns, mailsTo } from './job-ground.ts';

it.each(engines)('is tried again later, and told only then: %s', async (engine) => {
  await using service = await startTestService({ engine });
  const { email: owner, endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
  const id = await createJob(service, { owner, endpoint }, '--param', 'sql=SELECT name FROM service_table');
  const job = await findJob(service.database.db, id);
  if (!job) throw new Error('there is no job');
  await using beside = await openBeside(service);
  const exporting = await openExportContext(beside.context);
  const answerBudget = new Budget(1);
  using _all = answerBudget.take('another endpoint', 1);
  const { cost, answer: run } = await costOf(service, () => runJobNow({ ...exporting, answerBudget }, job));
  await closeExportContext(exporting);
  expect([cost, run.state, run.error, await mailsTo(service, owner)]).toEqual([0, 'waiting', null, []]);
  const { db } = service.database;
  const open = await db.selectFrom('job_runs').selectAll().executeTakeFirstOrThrow();
  expect([open.attempts, open.claim]).toEqual([1, null]);
  expect(open.claimed_until).toBeGreaterThan(Date.now());
  const hits = await db.selectFrom('hits').select(['status', 'error', 'credits', 'user_agent']).execute();
  expect(hits).toEqual([{ status: 503, error: 'serviceBusy', credits: 0, user_agent: 'Tablecast schedule' }]);
  await db.updateTable('job_runs').set({ claimed_until: 0 }).execute();
  expect(await endedRuns(service, id, 1)).toMatchObject([{ result: 'succeeded', rows: 2 }]);
  expect((await mailsTo(service, owner)).map(({ subject }) => subject)).toEqual([
    'Scheduled Export Succeeded: Numbers',
  ]);
});
