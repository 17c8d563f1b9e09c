/**
 * The search of `files.list`: `q` with `and`, `or`, `not`, parentheses, comparisons of name, mimeType, trashed and
 * times, `in parents` and `in owners`; and `orderBy`.
 */
import { rootId } from './drive-files.ts';
import type { DriveFile } from './google-data.ts';
import { invalidValue } from './google-problem.ts';

type Test = (file: DriveFile) => boolean;

export function parseQuery(text: string, email: string): Test {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|[A-Za-z]+|!=|<=|>=|[=<>()]|\S/g) ?? [];
  const reader: Reader = { tokens, at: 0, email };
  const test = parseAny(reader);
  if (reader.at !== tokens.length) throw invalidValue('q');
  return test;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  readonly email: string;
}

function next(reader: Reader): string {
  const token = reader.tokens[reader.at];
  if (token === undefined) throw invalidValue('q');
  reader.at += 1;
  return token;
}

function accept(reader: Reader, word: string): boolean {
  if (reader.tokens[reader.at] !== word) return false;
  reader.at += 1;
  return true;
}

function parseAny(reader: Reader): Test {
  const tests = [parseAll(reader)];
  while (accept(reader, 'or')) tests.push(parseAll(reader));
  return (file) => tests.some((test) => test(file));
}

function parseAll(reader: Reader): Test {
  const tests = [parseOne(reader)];
  while (accept(reader, 'and')) tests.push(parseOne(reader));
  return (file) => tests.every((test) => test(file));
}

function parseOne(reader: Reader): Test {
  if (accept(reader, 'not')) {
    const inner = parseOne(reader);
    return (file) => !inner(file);
  }
  if (!accept(reader, '(')) return parseTerm(reader);
  const inner = parseAny(reader);
  if (next(reader) !== ')') throw invalidValue('q');
  return inner;
}

function parseTerm(reader: Reader): Test {
  const [first, operator, last] = [next(reader), next(reader), next(reader)];
  if (operator === 'in') return memberTest(textOf(first), last, reader.email);
  if (first === 'trashed') return trashedTest(operator, last);
  const value = textOf(last);
  if (first === 'modifiedTime' || first === 'createdTime') {
    const time = Date.parse(value);
    return (file) => compare(Date.parse(file[first]), operator, time);
  }
  if (first !== 'name' && first !== 'mimeType') throw invalidValue('q');
  if (operator === 'contains') return (file) => contains(file[first], value);
  if (operator !== '=' && operator !== '!=') throw invalidValue('q');
  return (file) => (file[first] === value) === (operator === '=');
}

function textOf(token: string): string {
  if (!token.startsWith("'")) throw invalidValue('q');
  return token.slice(1, -1).replace(/\\(.)/g, '$1');
}

function trashedTest(operator: string, value: string): Test {
  if (!['true', 'false'].includes(value) || !['=', '!='].includes(operator)) throw invalidValue('q');
  const wanted = (value === 'true') === (operator === '=');
  return (file) => file.trashed === wanted;
}

function memberTest(value: string, list: string, email: string): Test {
  if (list === 'parents') {
    const id = value === 'root' ? rootId : value;
    return (file) => (file.parents ?? [rootId]).includes(id);
  }
  if (list !== 'owners' && list !== 'writers' && list !== 'readers') throw invalidValue('q');
  return (file) => file.owner === (value === 'me' ? email : value);
}

/** True if a word of the text begins with the search term. */
function contains(text: string, part: string): boolean {
  return ` ${text}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .includes(` ${plain(part)}`);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function compare(a: number, operator: string, b: number): boolean {
  const results: Record<string, boolean> = {
    '=': a === b,
    '!=': a !== b,
    '<': a < b,
    '<=': a <= b,
    '>': a > b,
    '>=': a >= b,
  };
  const result = results[operator];
  if (result === undefined || Number.isNaN(b)) throw invalidValue('q');
  return result;
}

const sortKeys = ['name', 'modifiedTime', 'createdTime'] as const;

/** For example `modifiedTime desc,name`; by default in order of creation. */
export function orderFiles(files: readonly DriveFile[], orderBy: string | null): DriveFile[] {
  const parts = (orderBy ?? '').split(',').filter((part) => part.trim() !== '');
  const keys = parts.map((part) => {
    const [word = '', direction] = part.trim().split(/\s+/);
    const key = sortKeys.find((one) => one === word);
    if (!key && !['folder', 'name_natural', 'recency', 'viewedByMeTime'].includes(word)) {
      throw invalidValue('orderBy');
    }
    return { key: key ?? 'name', sign: direction === 'desc' ? -1 : 1 };
  });
  return files.toSorted((a, b) => {
    for (const { key, sign } of keys) {
      if (a[key] !== b[key]) return a[key] < b[key] ? -sign : sign;
    }
    return 0;
  });
}
