/** In place of `tests/support/postgres.ts`: one server for all mutants, already running. */
import type { TestProject } from 'vitest/node';

export function setup(project: TestProject): void {
  project.provide('postgresUrl', process.env['MUTANT_POSTGRES'] ?? '');
}
