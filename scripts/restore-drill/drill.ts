/**
 * One restore drill: a service is filled and kept busy, its backup made as docs/operations.md says, the service
 * killed, the backup restored into an empty place and checked (contract 8.1.5 and 10.5.4).
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type AirtableEmulator, startAirtableEmulator } from '../../emulators/airtable/airtable-emulator.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { type ServingProgram, serveProgram } from '../../tests/support/program.ts';
import type { DrillEngine, Place } from './drill-engine.ts';
import { type DrillLoad, startDrillLoad } from './drill-load.ts';
import { type DrillShell, openDrillShell } from './drill-shell.ts';
import { answersOf, commandWith, type DrillState, fillService, owners } from './drill-state.ts';

export interface DrillResult {
  /** Answered while the service was under load. */
  readonly hits: number;
  /** Credits that the backup has on hold. */
  readonly heldInBackup: number;
  /** Addresses that answered the same bytes. */
  readonly equalAnswers: number;
}

export async function runDrill(engine: DrillEngine): Promise<DrillResult> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-drill-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const airtable = await startAirtableEmulator();
  stack.defer(() => airtable.close());
  const shell = await openDrillShell(folder, engine.tools);
  return await drill(engine, shell, folder, airtable, stack);
}

async function drill(
  engine: DrillEngine,
  shell: DrillShell,
  folder: string,
  airtable: AirtableEmulator,
  stack: AsyncDisposableStack,
): Promise<DrillResult> {
  const { dataDir } = shell;
  const common = { DATA_DIR: dataDir, AIRTABLE_API_URL: airtable.api.origin, SQL_PROCESSES: '1' };
  const serve = async (place: Place): Promise<ServingProgram> =>
    stack.use(await serveProgram({ ...common, ...place.settings, PORT: String(await freePort()) }));

  const first = await engine.place(dataDir);
  const settings = { ...common, ...first.settings };
  const service = await serve(first);
  const state = await fillService(commandWith(settings), folder, airtable);
  const before = await answersOf(service.url, state);
  airtable.api.addFault({ act: { kind: 'hang' } });
  const publishNext = publisher(settings, folder, state);
  const load = startDrillLoad(service.url, state, publishNext);
  await untilBusy(load, first);
  const never = { stop: refuse, start: refuse };
  await shell.run(engine.blocks.backup, settings, never);
  const { hits, version } = load;
  const stopped = load.stop();
  await service[Symbol.asyncDispose]();
  await stopped;
  airtable.api.clearFaults();

  const second = await engine.place(dataDir);
  const restored: { service?: ServingProgram; held: number } = { held: 0 };
  await shell.run(
    engine.blocks.restore,
    { ...common, ...second.settings },
    {
      stop: async () => {},
      start: async () => {
        restored.held = await heldCredits(second);
        restored.service = await serve(second);
      },
    },
  );
  ok(restored.service, 'the block has no line that starts the service');
  ok(restored.held > 0, 'the backup has nothing on hold: it was not made under load');
  await expectRestored(restored.service, second, state, before, version);
  const secret = await commandWith({ ...common, ...second.settings })('account', 'webhook-secret', owners[0]);
  deepStrictEqual(secret, { secret: state.webhookSecret });
  return { hits, heldInBackup: restored.held, equalAnswers: before.length };
}

async function refuse(): Promise<void> {
  throw new Error('a backup neither stops nor starts the service');
}

function publisher(settings: Readonly<Record<string, string>>, folder: string, state: DrillState) {
  const command = commandWith(settings);
  const file = join(folder, 'replaced.csv');
  return async (version: number) => {
    await writeFile(file, `version\n${version}\n`);
    return command('publish', file, '--replace', state.replaced);
  };
}

const busyWithinMs = 60_000;

/** Some hits have been answered, and one that waits has a credit on hold. */
async function untilBusy(load: DrillLoad, place: Place): Promise<void> {
  for (const until = Date.now() + busyWithinMs; Date.now() < until; await pause(50)) {
    if (load.hits > 50 && load.version > 0 && (await heldCredits(place)) > 0) return;
  }
  throw new Error(`the service did not get busy: ${load.hits} hits`);
}

async function expectRestored(
  { url }: ServingProgram,
  place: Place,
  state: DrillState,
  before: readonly string[],
  version: number,
): Promise<void> {
  deepStrictEqual(await answersOf(url, state), before);
  const replaced = await (await fetch(`${url}/${state.replaced}`)).text();
  const number = Number(/^version\n(\d+)\n$/.exec(replaced)?.[1]);
  // One more may have been published when the backup was made than were counted.
  ok(number >= 0 && number <= version + 1, `the replaced upload answered ${JSON.stringify(replaced)}`);
  await untilNothingHeld(place);
  deepStrictEqual(await unequalBalances(place), []);
}

/** The heartbeat voids what a process has on hold that has been silent for 20 seconds, every 5 seconds. */
const nothingHeldWithinMs = 150_000;

async function untilNothingHeld(place: Place): Promise<void> {
  for (const until = Date.now() + nothingHeldWithinMs; Date.now() < until; await pause(250)) {
    if ((await heldCredits(place)) === 0) return;
  }
  throw new Error(`${await heldCredits(place)} credits stay on hold`);
}

const numbers = z.array(z.object({ number: z.coerce.number() }));

/** By account and by process, of which each counts. */
async function heldCredits(place: Place): Promise<number> {
  const query =
    'select sum(held) as number from accounts union all select coalesce(sum(held), 0) from credit_holds';
  return Math.max(...numbers.parse(await place.rows(query)).map(({ number }) => number));
}

/** Accounts whose entries do not add up to their balance; all of them have both. */
async function unequalBalances(place: Place): Promise<readonly unknown[]> {
  const sum = '(select sum(amount) from credit_entries where account_id = accounts.id)';
  const accounts = numbers.parse(
    await place.rows('select count(*) as number from accounts where credits is not null'),
  );
  deepStrictEqual(accounts, [{ number: owners.length }]);
  return place.rows(`select email, credits, ${sum} as entries from accounts where credits <> ${sum}`);
}
