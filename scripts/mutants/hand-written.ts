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
    file: 'credits/credit-store.ts',
    before: ".where('credits', account.credits === null ? 'is' : '=', account.credits)",
    after: '',
    tests: ['tests/credits/change-balance.test.ts'],
  },
  {
    file: 'endpoints/publish-upload.ts',
    before: 'now() - retiredForMs',
    after: 'now()',
    tests: ['tests/spec/1-retired-uploads.test.ts'],
  },
  {
    file: 'serve.ts',
    before: 'await removeRetiredUploads(context);',
    after: '',
    tests: ['tests/spec/1-retired-uploads.test.ts'],
  },
];
