/**
 * What to do about a refused statement, in one or two sentences for the field `message` beside SQLite's reason
 * (contract 4.8.4). It names no columns but those that the statement could have read.
 */
import { cutName, listedNames } from '../base/listed-names.ts';
import { reservedWords } from './language/keywords.ts';
import { foldSqlName, type SqlToken, sqlTokens } from './language/tokens.ts';

interface Refused {
  readonly sql: string;
  readonly columns: readonly string[];
  /** What the reason names. */
  readonly named: string;
}

/** How much of a statement is looked at, in characters: advice is not worth more of the service's time. */
const maxRead = 4_000;

/** By the reason of the refusal; undefined where there is nothing to add. */
const advisers: readonly (readonly [RegExp, (refused: Refused) => string | undefined])[] = [
  [/^no such table: (.*)$/s, () => 'The only table is service_table: write FROM service_table.'],
  [/^no such column: (.*)$/s, (refused) => unquotedColumn(refused) ?? otherColumn(refused)],
  [
    /^near "(.*)": syntax error$/s,
    (refused) => topRows(refused) ?? unquotedColumn(refused) ?? reservedColumn(refused),
  ],
  [/^no such function: (.*)$/s, (refused) => topRows(refused) ?? unquotedColumn(refused)],
  [
    /^The names? of (?:the )?columns? /,
    () => 'An expression without a name is called as it is written. Give it a short one: … AS name.',
  ],
  [
    /^unrecognized token: "(.*)"$/s,
    ({ named }) =>
      /^['"`[]/.test(named)
        ? "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'."
        : undefined,
  ],
];

export function sqlAdvice(reason: string, sql: string, columns: readonly string[]): string | undefined {
  for (const [pattern, advise] of advisers) {
    const match = pattern.exec(reason);
    if (match) return advise({ sql: sql.slice(0, maxRead), columns, named: match[1] ?? '' });
  }
  return undefined;
}

const maxComparedLength = 64;
const maxCompared = 500;
const maxDifferentLetters = 2;

function otherColumn({ sql, named, columns }: Refused): string {
  const written = columns.includes(named) ? named : named.replace(/^.*\./s, '');
  const sameButCase = columns.find((name) => foldSqlName(name) === foldSqlName(written));
  if (sameButCase !== undefined) {
    return `Did you mean ${inStatement(sameButCase)}? Upper and lower case count in column names.`;
  }
  const similar = closest(written, columns);
  const list = `The columns are: ${listedNames(columns, (name) => inStatement(cutName(name)))}.`;
  if (similar !== undefined)
    return `Did you mean ${inStatement(similar)}? ${list} Put text values in single quotes.`;
  const text = quotedText({ sql, named });
  return text === undefined
    ? `${list} Put text values in single quotes.`
    : `Put text values in single quotes: ${text}. ${list}`;
}

const longestText = 100;

/** A text in double quotes, as other databases take it. */
function quotedText({ sql, named }: Pick<Refused, 'sql' | 'named'>): string | undefined {
  const isText = ({ kind, text }: SqlToken): boolean => kind === 'quotedName' && text === named;
  if (named.length > longestText || !sqlTokens(sql).some(isText)) return undefined;
  return `'${named.replaceAll("'", "''")}'`;
}

/** `SELECT TOP 10 …`, as other databases say it. */
function topRows({ sql }: Refused): string | undefined {
  const [select, top, ...rest] = sqlTokens(sql);
  const count = rest.find(({ text }) => text !== '(');
  if (select?.folded !== 'select' || top?.folded !== 'top' || count?.kind !== 'literal') return undefined;
  return /^\d{1,9}$/.test(count.text)
    ? `There is no TOP here: write LIMIT ${count.text} at the end.`
    : undefined;
}

function closest(written: string, columns: readonly string[]): string | undefined {
  if (written.length > maxComparedLength) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const name of columns.slice(0, maxCompared)) {
    if (Math.abs(name.length - written.length) > maxDifferentLetters) continue;
    const distance = differentLetters(foldSqlName(name), foldSqlName(written), maxDifferentLetters);
    // Of a name of two letters, two letters are all.
    if (2 * distance < name.length + 1 && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { name, distance };
    }
  }
  return best?.name;
}

/** How many letters must be inserted, removed or replaced (the Levenshtein distance); infinite above the limit. */
function differentLetters(a: string, b: string, limit: number): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  if (restA === restB) return 0;
  if (limit === 0) return Number.POSITIVE_INFINITY;
  const replaced = differentLetters(restA.slice(1), restB.slice(1), limit - 1);
  const removed = differentLetters(restA.slice(1), restB, limit - 1);
  const inserted = differentLetters(restA, restB.slice(1), limit - 1);
  return 1 + Math.min(replaced, removed, inserted);
}

/** A column that must be in quotes because of its spaces or signs, and stands in the statement without them. */
function unquotedColumn({ sql, columns }: Refused): string | undefined {
  const folded = foldSqlName(withoutQuoted(sql));
  const isBare = (name: string): boolean => !isPlainName(name) && folded.includes(foldSqlName(name));
  const found = columns.filter(isBare).sort((a, b) => b.length - a.length)[0];
  return found && `The name has spaces or signs, so it needs double quotes: ${inStatement(found)}.`;
}

function withoutQuoted(sql: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of sqlTokens(sql)) {
    if (kind !== 'quotedName' && kind !== 'string') continue;
    parts.push(sql.slice(from, start));
    from = end;
  }
  return [...parts, sql.slice(from)].join(' ? ');
}

/** A column whose name is a word of SQL: where the engine stumbles, or just before a word that it did not expect. */
function reservedColumn({ sql, columns, named }: Refused): string | undefined {
  const tokens = sqlTokens(sql);
  const reserved = new Map(columns.map((name) => [foldSqlName(name), name] as const));
  const columnOf = (token: SqlToken | undefined): string | undefined =>
    token?.kind === 'word' && reservedWords.has(token.folded) ? reserved.get(token.folded) : undefined;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== named) continue;
    const isName = token.kind === 'word' && !reservedWords.has(token.folded);
    const found = columnOf(token) ?? (isName ? undefined : columnOf(tokens[i - 1]));
    if (found !== undefined) {
      return `${foldSqlName(found).toUpperCase()} is a word of SQL, so the column needs double quotes: ${inStatement(found)}.`;
    }
  }
  return undefined;
}

const isPlainName = (name: string): boolean => /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);

/** The name as it is to be written in a statement. */
function inStatement(name: string): string {
  const isBare = isPlainName(name) && !reservedWords.has(foldSqlName(name));
  return isBare ? name : `"${name.replaceAll('"', '""')}"`;
}
