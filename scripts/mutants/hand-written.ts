/**
 * Mutants of the rules that matter most, by hand: each once passed all tests, and each must be noticed by the
 * tests named with it. `before` stands exactly once in its file, or the run ends at once: the list follows the
 * code.
 */
export interface HandWritten {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly tests: readonly string[];
}

export const handWritten: readonly HandWritten[] = [
  {
    file: 'export/run-export.ts',
    before: 'if (client.isGone) throw new ClientGoneError();',
    after: '',
    tests: ['tests/spec/8-client-goes-away.test.ts'],
  },
  {
    file: 'ledger/credit-store.ts',
    before: ".where('credits', account.credits === null ? 'is' : '=', account.credits)",
    after: '',
    tests: ['tests/credits/change-balance.test.ts'],
  },
  {
    file: 'endpoints/unneeded-uploads.ts',
    before: 'now() - retiredForMs',
    after: 'now()',
    tests: ['tests/spec/1-retired-uploads.test.ts'],
  },
  {
    file: 'boot/serve.ts',
    before: 'retiredUploads: () => removeRetiredUploads(context),',
    after: '',
    tests: ['tests/spec/1-retired-uploads.test.ts'],
  },
  {
    file: 'connections/platform-caller.ts',
    before: 'this.#repeats >= maxRepeats || this.#call.once ||',
    after: 'this.#repeats >= maxRepeats ||',
    tests: ['tests/connections/platform-caller.test.ts'],
  },
  {
    file: 'connections/platform-caller.ts',
    before: 'return reading.limitWaitedMs <= maxLimitWaitMs && opensAt < reading.endsAt;',
    after: 'return opensAt < reading.endsAt;',
    tests: ['tests/connections/platform-caller.test.ts'],
  },
  {
    file: 'sql/sandbox/authorizer.ts',
    before: "if (column === 'ROWID') return 'no such column: rowid';",
    after: '',
    tests: ['src/sql/sandbox/authorizer.test.ts'],
  },
  {
    file: 'sql/sandbox/authorizer.ts',
    before: 'allowedSqlFunctions.has(second) ? undefined',
    after: 'true ? undefined',
    tests: ['src/sql/sandbox/authorizer.test.ts'],
  },
  {
    file: 'sql/sandbox/authorizer.ts',
    before: "if (!this.#throughView || column === '' ||",
    after: "if (true || column === '' ||",
    tests: ['src/sql/sandbox/authorizer.test.ts'],
  },
  {
    file: 'sql/turn-order.ts',
    before: '!wasInterrupted && !busy.has(caller.endpoint) &&',
    after: '!wasInterrupted &&',
    tests: ['src/sql/turn-order.test.ts'],
  },
  {
    file: 'sql/turn.ts',
    before: 'if (sortedBytes(process.pid) > memoryLimitMb * megabyte) process.end();',
    after: '',
    tests: ['tests/sql/sql-pool.test.ts'],
  },
  {
    file: 'logging/log.ts',
    before: 'base: null, redact }',
    after: 'base: null }',
    tests: ['src/logging/log.test.ts'],
  },
];
