/** Appends the failed tests of a run, with what they said first, to the file that FAILED_TESTS names. */
import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const mostCharacters = 300;

export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const file = process.env['FAILED_TESTS'];
    if (file === undefined) return;
    const lines = modules.flatMap((module) => [
      ...module.errors().map(({ message }) => line(module, '', message)),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message }) => line(module, suite.fullName, message)),
      ),
      ...[...module.children.allTests('failed')].map((test) =>
        line(module, test.fullName, test.result().errors?.[0]?.message ?? ''),
      ),
    ]);
    lines.push(...errors.map(({ message }) => `${firstLine(message)}\n`));
    appendFileSync(file, lines.join(''));
  }
}

function line({ project, relativeModuleId }: TestModule, test: string, message: string): string {
  return `${project.name} ${relativeModuleId} ${test}: ${firstLine(message)}\n`;
}

const firstLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, mostCharacters);
