import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './tests/support/temporary-folder.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    env: { TMPDIR: temporaryFolder() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    // Files share the modules of their worker: loading them anew for each file took a fourth of the time.
    isolate: false,
    // More than cores: some tests wait for limits of platforms, and need no processor meanwhile.
    maxWorkers: 4,
  },
});
