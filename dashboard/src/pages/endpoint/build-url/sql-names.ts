/** Names in a statement: where they stand, and how a column must be written. */

export interface Place {
  readonly from: number;
  readonly to: number;
}

interface WrittenName extends Place {
  readonly name: string;
  readonly isQuoted: boolean;
}

/** Strings and comments first, so that no name is found in them. */
const parts =
  /(?<skipped>'(?:[^']|'')*'?|--[^\n]*|\/\*.*?(?:\*\/|$))|(?<quoted>"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|(?<bare>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/gs;

export function namesIn(sql: string): readonly WrittenName[] {
  return [...sql.matchAll(parts)].flatMap(({ index: from, 0: text, groups }): WrittenName[] => {
    const to = from + text.length;
    if (groups?.['bare'] !== undefined) return [{ from, to, name: text, isQuoted: false }];
    if (groups?.['quoted'] === undefined) return [];
    return [{ from, to, name: unquoted(text), isQuoted: true }];
  });
}

/** Those parts of a statement that are neither a string, a comment nor in quotes. */
export function isBare(sql: string, { from, to }: Place): boolean {
  return ![...sql.matchAll(parts)].some(
    ({ index, 0: text, groups }) =>
      groups?.['bare'] === undefined && index < to && from < index + text.length,
  );
}

export function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll('""', '"');
}

const plainName = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;

/** In quotes where it must be: spaces, signs, words of SQL. */
export function inStatement(name: string, reservedWords: readonly string[]): string {
  const needsQuotes = !plainName.test(name) || reservedWords.includes(name.toLowerCase());
  return needsQuotes ? `"${name.replaceAll('"', '""')}"` : name;
}
