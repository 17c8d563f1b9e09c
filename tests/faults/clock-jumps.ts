/**
 * The clock of the service jumps under load, back an hour and a day, forward an hour and over the end of billing
 * cycles: every answer is a 200, a cycle begins once, and the ledger is the balance (contract 2.5.3 and 8.1.3). The
 * service runs in this process, because only so has it a clock that can be set.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../../src/boot/serve.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { freePort } from '../support/free-port.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { uploadSubject } from './accounts-under-load.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { FaultWorld } from './fault-world.ts';
import { judgeNow } from './invariants.ts';
import { LoadClient } from './load-client.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** In this order; together they lead back to where they began. */
const jumps = [33 * day, -60 * minute, 3 * day, -day, 60 * minute, -35 * day];
const loadMs = 400;

export function clockJumps(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const world = stack.use(await FaultWorld.open(postgres ? { databaseUrl: postgres.url } : {}));
    const subjects = [
      await uploadSubject(world, 'small', 2_000),
      await uploadSubject(world, 'records', 20_000, '?type=json_records'),
    ];
    const clock = { ahead: 0 };
    const port = String(await freePort());
    const config = readConfig({ DATA_DIR: world.dataDir, DATABASE_URL: world.databaseUrl, PORT: port });
    const service = await startService(config, openLog('silent'), () => Date.now() + clock.ahead);
    stack.defer(() => service.stop());
    const client = stack.use(
      new LoadClient({ targets: () => [`http://127.0.0.1:${port}`], subjects, inFlight: 6 }),
    );
    await client.learn();
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      client.start();
      await pause(loadMs * random());
      const jump = jumps[(cycle - 1) % jumps.length] ?? 0;
      clock.ahead += jump;
      await pause(loadMs);
      await client.stop();
      findings.add(jump > 0 ? 'jumps forward' : 'jumps back');
      findings.problem(cycle, ...(await judgeNow({ world, client })));
      findings.problem(cycle, ...(await doubledCycles(world, findings)));
      findings.raise('answers 200', client.counts().get(200) ?? 0);
      if (endsBatch(cycle, run.cycles)) run.say(findings.line(`clock-jumps-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

/** Two entries of a cycle within a day would be one cycle begun twice. */
async function doubledCycles(world: FaultWorld, findings: Findings): Promise<string[]> {
  const cycles = await world.look(({ db }) =>
    db
      .selectFrom('credit_entries')
      .select(['account_id', 'at'])
      .where('kind', '=', 'cycle')
      .orderBy('account_id')
      .orderBy('at')
      .execute(),
  );
  findings.raise('billing cycles begun', cycles.length);
  return cycles.flatMap(({ account_id, at }, index) => {
    const before = cycles[index - 1];
    const isDouble = before?.account_id === account_id && at - before.at < day;
    return isDouble ? [`a billing cycle of ${account_id} began twice`] : [];
  });
}
