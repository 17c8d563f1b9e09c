/**
 * SIGKILL during saves to Google Drive and a Google sheet: no half file is ever in the drive, every answered hit has
 * its file, the sheet is whole after the next save, and no credit is charged for a save that was not answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fillSheet } from '../../emulators/google/google-seed.ts';
import { startPlatforms } from '../support/platform-service.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { uploadSubject } from './accounts-under-load.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { csvOf, FaultWorld } from './fault-world.ts';
import { judgeNow, judgeSettled } from './invariants.ts';
import { LoadClient, type Subject } from './load-client.ts';

const fileBytes = 400_000;
const sheetBytes = 3_000;
const longestWaitMs = 400;
const unlimited = { readsPerUser: 1e6, readsPerProject: 1e6, writesPerUser: 1e6, writesPerProject: 1e6 };

export function killSaves(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const platforms = stack.use(await startPlatforms());
    const { google } = platforms;
    google.limits = unlimited;
    const settings = { settings: platforms.environment };
    const world = stack.use(
      await FaultWorld.open(postgres ? { ...settings, databaseUrl: postgres.url } : settings),
    );
    const { spreadsheetId, title } = fillSheet(google, { rows: 2, columns: 2 });
    const toDrive = await saving(world, 'drive', fileBytes, '?save_to_gdrive=true', google.addGrant());
    const query = `?save_to_gsheets=true&spreadsheet=${spreadsheetId}&sheet=${encodeURIComponent(title)}`;
    const toSheet = await saving(world, 'sheet', sheetBytes, query, google.addGrant());
    const allow = ['--allow', 'save_to_gsheets', '--allow-spreadsheet', spreadsheetId];
    await world.command('endpoint', 'set', idOf(toSheet), ...allow.slice(2));
    await world.startReplica();
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    const client = stack.use(
      new LoadClient({
        targets: () => world.urls(),
        subjects: [toDrive, toSheet],
        inFlight: 2,
      }),
    );
    await client.learn();
    const judged = { world, client, excused: ['cut before', 'cut after', 'unreached'] as const };
    const whole = csvOf('drive', fileBytes);

    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      google.api.addFault({ on: 'upload', times: 1, act: { kind: 'slow', ms: 100 * random() } });
      client.start();
      await pause(random() * longestWaitMs);
      for (const replica of [...world.replicas]) await world.killReplica(replica);
      await world.startReplica();
      await client.stop();
      google.api.clearFaults();
      for (const subject of [toDrive, toSheet]) await client.hit(subject, world.urls()[0] ?? '');
      const files = google.files.filter(({ name }) => name.startsWith('drive'));
      const half = files.filter(({ content }) => content.toString() !== whole).length;
      if (half > 0) findings.problem(cycle, `${half} of ${files.length} files in the drive are not whole`);
      if (files.length < client.count(toDrive, 200))
        findings.problem(cycle, `${client.count(toDrive, 200)} saves answered, ${files.length} files`);
      findings.problem(cycle, ...sheetProblems(google.spreadsheets, spreadsheetId));
      findings.raise('saves answered', client.count(toDrive, 200) + client.count(toSheet, 200));
      findings.raise('files saved for a cut answer', files.length - client.count(toDrive, 200));
      findings.problem(cycle, ...(await judgeNow(judged)));
      if (!endsBatch(cycle, run.cycles)) continue;
      findings.problem(cycle, ...(await judgeSettled(judged)));
      run.say(findings.line(`kill-saves-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

const idOf = ({ path }: Subject): string => path.slice(1).replace(/\?.*/, '');

/** An upload of an account that is connected to Google. */
async function saving(
  world: FaultWorld,
  name: string,
  bytes: number,
  query: string,
  grant: { accessToken: string; refreshToken: string },
): Promise<Subject> {
  const subject = await uploadSubject(world, name, bytes, query);
  const pair = ['--access-token', grant.accessToken, '--refresh-token', grant.refreshToken];
  await world.command('connection', 'add', subject.email, '--platform', 'google', ...pair);
  return subject;
}

interface Spreadsheet {
  readonly id: string;
  readonly sheets: readonly { readonly rows: readonly (readonly unknown[])[] }[];
}

/** After a save that was answered. */
function sheetProblems(spreadsheets: readonly Spreadsheet[], id: string): string[] {
  const rows = spreadsheets.find((each) => each.id === id)?.sheets[0]?.rows ?? [];
  const wanted = csvOf('sheet', sheetBytes).trim().split('\n');
  const found = rows.map((row) => row.join(',')).filter((row) => row.replaceAll(',', '') !== '');
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`the sheet has ${found.length} rows, or others than the ${wanted.length} that were saved`];
}
