/**
 * Citations lead somewhere: `contract 4.2` in code, tests and documents is a part or a promise of docs/contract.md,
 * whose numbers are unique and in order. Nothing cites a text that is not in the repository.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from './support/service-process.ts';

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8');

/** Of headings and promises, in their order. */
const numbers = [...read('docs/contract.md').matchAll(/^(?:#+ |\*\*)(\d+(?:\.\d+)*)\b/gm)].map(
  ([, number = '']) => number,
);
const known = new Set(numbers);

interface Line {
  readonly file: string;
  /** `file:line`. */
  readonly place: string;
  readonly text: string;
}

const lines: readonly Line[] = globSync(
  ['*.md', '{bench,dashboard/src,docs,emulators,scripts,src,tests}/**/*.{css,js,md,mjs,py,sh,ts,tsx}'],
  {
    cwd: projectFolder,
    exclude: ['tests/{fixtures,formats/golden}/**', `tests/${basename(import.meta.filename)}`],
  },
)
  .sort()
  .flatMap((file) =>
    read(file)
      .split('\n')
      .map((text, at) => ({ file, place: `${file}:${at + 1}`, text })),
  );

/** What a line says that `pattern` finds, with its place. */
function findings(pattern: RegExp, among = lines): string[] {
  return among.flatMap(({ place, text }) =>
    [...text.matchAll(pattern)].map(([found]) => `${place}: ${found}`),
  );
}

describe('docs/contract.md', () => {
  it('has numbers that are unique and in order', () => {
    expect(numbers.length).toBeGreaterThan(150);
    expect(numbers.filter((number, at) => byParts(numbers[at - 1] ?? '', number) >= 0)).toEqual([]);
  });

  it('has every promise below the heading with its number', () => {
    expect(numbers.filter((number) => number.includes('.') && !known.has(parentOf(number)))).toEqual([]);
  });
});

const parentOf = (number: string): string => number.slice(0, number.lastIndexOf('.'));

function byParts(one: string, other: string): number {
  const [a, b] = [one.split('.'), other.split('.')];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length - b.length : Number(a[at]) - Number(b[at] ?? 0);
}

describe('citations', () => {
  it('lead to a number of the contract', () => {
    const list = /\bcontract (\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)/gi;
    const cited = lines.flatMap(({ place, text }) =>
      [...text.matchAll(list)].flatMap(([, cites = '']) =>
        cites.split(/, | and | to /).map((number) => [place, number] as const),
      ),
    );
    expect(cited.length).toBeGreaterThan(300);
    expect(
      cited.filter(([, number]) => !known.has(number)).map(([place, number]) => `${place}: ${number}`),
    ).toEqual([]);
  });

  it('in the names of tests and of their files lead there too', () => {
    const titles = lines.flatMap(({ place, text }) => {
      const [, number] = /\b(?:describe|it|test)\b.*\(['`](\d\.\d)[ :]/.exec(text) ?? [];
      return number === undefined || known.has(number) ? [] : [`${place}: ${number}`];
    });
    const names = globSync('tests/spec/[0-9]*', { cwd: projectFolder }).filter(
      (file) => !known.has(/^[\d.]+/.exec(basename(file))?.[0] ?? ''),
    );
    expect([...titles, ...names]).toEqual([]);
  });

  it('name no text that is not in the repository', () => {
    expect(findings(/\b(?:SPEC|DESIGN)\b/g)).toEqual([]);
  });

  it('have the one form `contract 4.2`, never a bare number', () => {
    const section = /\bsections? [1-9n]\b(?:\.\d)?/gi;
    // In code such a number may be a value, and in a document a default.
    const prose = lines.filter(({ file, text }) => file.endsWith('.md') || isComment(text));
    const comments = prose.filter(({ text }) => isComment(text));
    const alone =
      /\((?:steps? [\d and]+ of )?[1-9](?:\.[1-9])?(?:(?:, | and | to |; )[1-9](?:\.[1-9])?)*\)/gi;
    const first = /\([1-9]\.[1-9](?:\)|,|;| and| rules?| `)[^)]*\)?/g;
    const inText = /(?<!contrast )\b(?:of|in|as|by|see) [1-9]\.[1-9]\b(?!\.| [kMG]?B\b| m?s\b| million)/gi;
    const opening = /\/\*\*? [1-9]\.[1-9][:,] .{0,20}/g;
    expect([
      ...findings(section),
      ...findings(alone, comments),
      ...[first, inText, opening].flatMap((pattern) => findings(pattern, prose)),
    ]).toEqual([]);
  });
});

const isComment = (text: string): boolean => /^\s*(?:\/?\*|\/\/)/.test(text);
