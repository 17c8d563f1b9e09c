import { defineConfig } from 'vitest/config';
import { FailedTests } from './tests/support/failed-tests.ts';
import { temporaryFolder } from './tests/support/temporary-folder.ts';

/** These keep all processors busy, or measure how long something takes: they run apart from the others. */
const demanding = [
  'tests/hostile/{sql,huge,stalled}-*.test.ts',
  'tests/hostile/{growth,many-names,mixed-attack,reset-requests,sign-in-flood}.test.ts',
  'tests/http/busy-event-loop.test.ts',
  'tests/sql/sql-{limits,pool}.test.ts',
  'src/sources/csv-upload/ingest-thread.test.ts',
];

/** These start and kill many processes of their own. */
const faults = ['tests/faults/*.test.ts'];

/** These wait for time-outs, start the program many times, or go through more cases than one change can break. */
const long = [
  'tests/api/{administrator-races,preview-bounds}.test.ts',
  'tests/billing/stripe-order.test.ts',
  'tests/connections/{rate-limit,secret-key}.test.ts',
  'tests/credits/{credits,lost-commits}.test.ts',
  'tests/export/nothing-left.test.ts',
  'tests/formats/long-cells.test.ts',
  'tests/hostile/{pipelined-requests,token-guessing,unreadable-requests,unseen-characters}.test.ts',
  'tests/http/{docs-loaded-late,many-connections,stopping,terminal-log,unwritable-log}.test.ts',
  'tests/mail/killed-sender.test.ts',
  'tests/schedules/claims.test.ts',
  'tests/platforms/{broken-responses,faults,limits}.test.ts',
  'tests/sign-in/{database-away,printed-link}.test.ts',
  'tests/spec/program-{addresses,crash,file-modes,help,secrets,start-and-stop,start-errors,try}.test.ts',
  'tests/spec/three-replicas.test.ts',
  'tests/sql/sql-{fuzz,process}.test.ts',
  'tests/storage/{backup,broken-connections,exit-status,full-disk,killed-publish,late-database,limits-by-count}.test.ts',
  'tests/storage/{many-replicas,numbers-given-again,restore-drill,s3-faults,s3-uploads,upgrade}.test.ts',
  'tests/{demo,deploy,operations,package,readme}.test.ts',
];

/** From the printed link to a copied URL, and every page once. */
const walks = ['tests/dashboard/{stranger-to-url,every-page}.test.ts'];
const browser = ['tests/{browser,dashboard}/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/random-seed.ts'],
    env: { TMPDIR: temporaryFolder(), RANDOM_SEED: String(Date.now() % 2 ** 31) },
    reporters: ['default', new FailedTests()],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // None, unless the machine is known to stand still for seconds; the report names what was tried twice.
    retry: Number(process.env['TEST_RETRY'] ?? 0),
    // Files share the modules of their worker: loading them anew for each file took a fourth of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['src/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...demanding, ...faults, ...long, ...browser],
          // More than cores: some tests wait for limits of platforms, and need no processor meanwhile.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'walks',
          include: walks,
          env: { BROWSER_VIEWS: 'one' },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          // A browser for each: few at a time, so that nobody waits for a page in vain.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: long,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'demanding',
          include: demanding,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: faults,
          // Most of the time they wait until a killed process is held for dead.
          maxWorkers: 6,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
