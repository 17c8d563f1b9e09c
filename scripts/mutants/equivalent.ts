/** Mutants that no test can tell from the code, each with its reason; they do not count. */
export interface Equivalent {
  readonly file: string;
  /** The line of the file that it changes, without its indentation. */
  readonly line: string;
  readonly after: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'formats/json-layouts.ts',
    line: `return { open: \`\${prefix}"\`, close: '"', copied: column.needsNoEscaping === true, value, other };`,
    after: 'false',
    reason: 'A text that needs no escaping is its own value either way; copying it only saves time.',
  },
  {
    file: 'formats/html-table.ts',
    line: "other: () => '<td></td>',",
    after: '() => undefined',
    reason: 'Every cell of a page has a value, a missing one the empty text: it is never called.',
  },
  {
    file: 'formats/html-table.ts',
    line: "other: () => '<td></td>',",
    after: '""',
    reason: 'As above.',
  },
  {
    file: 'export/filename.ts',
    line: 'if (isSafe.test(name)) return name;',
    after: 'false',
    reason: 'A safe name comes out of the replacements as it is; the test only saves time.',
  },
  {
    file: 'sql/process.ts',
    line: "const child = spawn(process.execPath, [childFile, '0', 'compile'], {",
    after: '""',
    reason:
      'Modules that were not compiled before are compiled when they are needed: only the start is slower.',
  },
];
