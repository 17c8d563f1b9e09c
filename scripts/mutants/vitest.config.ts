/** The tests as a mutant meets them: in the order given, until the first failure, on a PostgreSQL that is running. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import project from '../../vitest.config.ts';

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
    ...project.test,
    root: process.cwd(),
    globalSetup: ['scripts/mutants/running-postgres.ts'],
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: GivenOrder },
  },
});
