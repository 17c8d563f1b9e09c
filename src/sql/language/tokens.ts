/**
 * Splits a statement into the tokens that SQLite itself would see, so that what is checked and rewritten is
 * what the engine then reads. White space and comments are left out; each token has its position.
 */

type SqlTokenKind =
  /** A bare word: keyword, name or function. */
  | 'word'
  /** A name in double quotes, brackets or backticks. */
  | 'quotedName'
  | 'string'
  /** A number or blob. */
  | 'literal'
  | 'variable'
  | 'symbol'
  /** SQLite says `unrecognized token` here and reads no further. */
  | 'illegal';

export interface SqlToken {
  readonly kind: SqlTokenKind;
  readonly start: number;
  readonly end: number;
  /** The text of the statement; of a name or string in quotes what is between them. */
  readonly text: string;
  /** The text in lower case, ASCII only, as SQLite compares keywords. */
  readonly folded: string;
}

const skipped = /(?:[ \t\n\f\r][ \t\n\v\f\r]*|\uFEFF|--[^\n]*|\/\*(?=.).*?(?:\*\/|$))+/sy;
const nameCharacter = '[A-Za-z0-9_$\\u0080-\\uFFFF]';
const nameCharacters = new RegExp(`${nameCharacter}+`, 'y');

/** In the order in which they are tried; the first that fits is the token. */
const patterns: readonly (readonly [SqlTokenKind, RegExp])[] = [
  ['literal', /[xX]'(?:[0-9a-fA-F]{2})*'/y],
  ['illegal', /[xX]'[0-9a-fA-F]*.?/sy],
  ['word', new RegExp(`[A-Za-z_\\u0080-\\uFFFF]${nameCharacter}*`, 'y')],
  ['literal', /0[xX][0-9a-fA-F][0-9a-fA-F_]*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y],
  ['string', /'(?:[^']|'')*'/y],
  ['quotedName', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['variable', new RegExp(`\\?\\d*|[$@#:](?:${nameCharacter}|::)+(?:\\([^\\s)]*\\))?`, 'y')],
  ['symbol', /->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[-+*/%=<>&|~(),;.]/y],
];

export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let at = afterSkipped(sql, 0); at < sql.length; ) {
    const token = tokenAt(sql, at);
    tokens.push(token);
    if (token.kind === 'illegal') break;
    at = afterSkipped(sql, token.end);
  }
  return tokens;
}

/** ASCII only: SQLite leaves other letters as they are. */
export function foldSqlName(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function afterSkipped(sql: string, at: number): number {
  skipped.lastIndex = at;
  return skipped.test(sql) ? skipped.lastIndex : at;
}

function tokenAt(sql: string, start: number): SqlToken {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start;
    if (!pattern.test(sql)) continue;
    const end = pattern.lastIndex;
    return kind === 'literal' ? literal(sql, start, end) : token(kind, sql, start, end);
  }
  return token('illegal', sql, start, start + 1);
}

/** A number that runs on into letters is no token at all. */
function literal(sql: string, start: number, end: number): SqlToken {
  nameCharacters.lastIndex = end;
  const runsOn = sql.charAt(end - 1) !== "'" && nameCharacters.test(sql);
  return runsOn ? token('illegal', sql, start, nameCharacters.lastIndex) : token('literal', sql, start, end);
}

function token(kind: SqlTokenKind, sql: string, start: number, end: number): SqlToken {
  const text = kind === 'quotedName' || kind === 'string' ? unquoted(sql, start, end) : sql.slice(start, end);
  return { kind, start, end, text, folded: foldSqlName(text) };
}

function unquoted(sql: string, start: number, end: number): string {
  const quote = sql.charAt(start);
  const inner = sql.slice(start + 1, end - 1);
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote);
}
