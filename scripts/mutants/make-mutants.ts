/**
 * All mutants of the given files, made by the mutators of StrykerJS, and a sample of them. The sample is taken
 * by the digest of what a mutant changes, so that the same code gives the same mutants on every machine and a
 * change elsewhere leaves them alone; another seed gives another sample.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export interface Mutant {
  /** Under `src/`. */
  readonly file: string;
  readonly line: number;
  /** The whole line, without its indentation. */
  readonly lineText: string;
  readonly before: string;
  readonly after: string;
  /** The whole file with the change made. */
  readonly text: string;
}

export async function makeMutants(source: string, files: readonly string[]): Promise<Mutant[]> {
  const contents = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]));
  const input = [...contents].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(silent).instrument(input, options);
  return mutants.map(({ fileName, location: { start, end }, replacement }) => {
    const text = contents.get(fileName) ?? '';
    const from = offsetOf(text, start.line, start.column);
    const to = offsetOf(text, end.line, end.column);
    return mutantAt(fileName, text, from, to, replacement);
  });
}

export function mutantAt(file: string, text: string, from: number, to: number, after: string): Mutant {
  const line = text.slice(0, from).split('\n').length;
  return {
    file,
    line,
    lineText: text.split('\n')[line - 1]?.trim() ?? '',
    before: text.slice(from, to),
    after,
    text: text.slice(0, from) + after + text.slice(to),
  };
}

export function sampleOf(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, key: digestOf(mutant, seed) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function digestOf({ file, before, after, text }: Mutant, seed: string): string {
  return createHash('sha256').update([seed, file, before, after, text].join('\0')).digest('hex');
}

/** Lines and columns count from 0. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) start = text.indexOf('\n', start) + 1;
  return start + column;
}

const ignore = (): void => {};
const never = (): boolean => false;
const silent = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
