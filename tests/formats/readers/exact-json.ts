/**
 * A strict JSON reader that loses nothing: numbers keep their text, objects every key in order. `JSON.parse`
 * rounds integers past 2^53, drops repeated keys and moves keys that look like numbers.
 */
export type ExactJson = null | boolean | string | ExactNumber | ExactJson[] | ExactObject;

export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class ExactObject {
  readonly entries: readonly (readonly [string, ExactJson])[];

  constructor(entries: readonly (readonly [string, ExactJson])[]) {
    this.entries = entries;
  }

  get keys(): string[] {
    return this.entries.map(([key]) => key);
  }

  get values(): ExactJson[] {
    return this.entries.map(([, value]) => value);
  }
}

export function readExactJson(text: string): ExactJson {
  const tokens = tokensOf(text);
  const value = readValue(tokens);
  if (tokens.at < tokens.list.length) throw new Error('text after the end of the JSON');
  return value;
}

interface Tokens {
  readonly list: readonly string[];
  at: number;
}

const tokenPattern =
  /[[\]{}:,]|"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.])|true|false|null/g;

/** Compact JSON only: white space between tokens is an error as well. */
function tokensOf(text: string): Tokens {
  const list = text.match(tokenPattern) ?? [];
  if (list.join('') !== text) throw new Error('not compact JSON');
  return { list, at: 0 };
}

function take(tokens: Tokens): string {
  const token = tokens.list[tokens.at];
  if (token === undefined) throw new Error('JSON ends too early');
  tokens.at += 1;
  return token;
}

function readValue(tokens: Tokens): ExactJson {
  const token = take(tokens);
  if (token === '[') return readList(tokens, ']', readValue);
  if (token === '{') return new ExactObject(readList(tokens, '}', readEntry));
  if (/^[-\d]/.test(token)) return new ExactNumber(token);
  const value: unknown = /^[tfn"]/.test(token) ? JSON.parse(token) : undefined;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  throw new Error(`unexpected ${token}`);
}

function readList<Item>(tokens: Tokens, end: string, readItem: (tokens: Tokens) => Item): Item[] {
  const items: Item[] = [];
  if (tokens.list[tokens.at] === end) {
    take(tokens);
    return items;
  }
  for (;;) {
    items.push(readItem(tokens));
    const next = take(tokens);
    if (next === end) return items;
    if (next !== ',') throw new Error(`unexpected ${next}`);
  }
}

function readEntry(tokens: Tokens): readonly [string, ExactJson] {
  const key = readValue(tokens);
  if (typeof key !== 'string' || take(tokens) !== ':') throw new Error('a key and a colon are missing');
  return [key, readValue(tokens)];
}
