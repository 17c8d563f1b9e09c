/** The lease of a run (contract 1.7.4): renewed while it runs, and noticed when it is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { keepClaim } from '../../src/schedules/run-job.ts';
import { claimRun, leaseMs } from '../../src/schedules/run-store.ts';
import { createPostgresDatabase, engines } from '../support/service.ts';

const patience = { timeout: 60_000 };

const run = {
  id: 'run',
  job_id: 'job',
  account_id: 'account',
  due_at: 1,
  state: 'waiting',
  claim: null,
  claimed_until: null,
  attempts: 0,
  started_at: null,
  ended_at: null,
  rows: null,
  bytes: null,
  error: null,
  data: null,
};

describe.each(engines)('the claim of a run on %s', (engine) => {
  afterEach(() => void vi.useRealTimers());

  it('is renewed every quarter of its lease, until it is lost', async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'tablecast-claim-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const database = engine === 'postgres' ? { DATABASE_URL: await createPostgresDatabase() } : {};
    const config = readConfig({ DATA_DIR: folder, ...database });
    const context = await openContext(config, openLog('silent'));
    stack.defer(() => context.database.close());
    const { db } = context.database;
    const until = async (): Promise<number> =>
      Number(
        (await db.selectFrom('job_runs').select('claimed_until').executeTakeFirstOrThrow()).claimed_until,
      );
    await db.insertInto('job_runs').values(run).execute();
    expect(await claimRun(context.database, { id: 'run', claim: 'mine' }, 5)).toBe(1);
    expect(await claimRun(context.database, { id: 'run', claim: 'second' }, 5)).toBeUndefined();

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await using kept = keepClaim(context, { id: 'run', claim: 'mine' });
    await db.updateTable('job_runs').set({ claimed_until: 0 }).execute();
    vi.advanceTimersByTime(leaseMs / 4);
    await vi.waitFor(async () => expect(await until()).toBeGreaterThan(Date.now() + leaseMs / 2), patience);
    expect(kept.lost.aborted).toBe(false);

    await db.updateTable('job_runs').set({ claim: 'of another', claimed_until: 7 }).execute();
    vi.advanceTimersByTime(leaseMs / 4);
    await vi.waitFor(() => expect(kept.lost.aborted).toBe(true), patience);
    expect(await until()).toBe(7);
  });
});
