import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './tests/support/temporary-folder.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    env: { TMPDIR: temporaryFolder() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
