import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './tests/support/temporary-folder.ts';

/** These keep all processors busy, or measure how long something takes: they run apart from the others. */
const demanding = [
  'tests/hostile/{sql,huge,stalled}-*.test.ts',
  'tests/hostile/{growth,mixed-attack,sign-in-flood}.test.ts',
  'tests/sql/sql-{limits,pool}.test.ts',
];

/** A browser for each: few at a time, and apart from the others, so that nobody waits for a page in vain. */
const dashboard = ['tests/dashboard/*.test.ts'];

/** These start and kill many processes of their own. */
const faults = ['tests/faults/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/random-seed.ts'],
    env: { TMPDIR: temporaryFolder(), RANDOM_SEED: String(Date.now() % 2 ** 31) },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // A machine that stands still for seconds fails what waits for time; the report names what was tried twice.
    retry: 1,
    // Files share the modules of their worker: loading them anew for each file took a fourth of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['src/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...demanding, ...faults, ...dashboard],
          // More than cores: some tests wait for limits of platforms, and need no processor meanwhile.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: dashboard,
          testTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'demanding',
          include: demanding,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: faults,
          // Most of the time they wait until a killed process is held for dead.
          maxWorkers: 6,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
