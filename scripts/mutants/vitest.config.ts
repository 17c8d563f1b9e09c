/** The tests as a mutant meets them: in the order given, until the first failure, on a PostgreSQL that is running. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = (process.env['MUTANT_TESTS'] ?? '').split(' ');

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      order.findIndex((name) => moduleId.endsWith(name));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    root: process.cwd(),
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['scripts/mutants/running-postgres.ts'],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: GivenOrder },
  },
});
