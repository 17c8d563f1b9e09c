/**
 * Rewrites a checked statement for the engine: every name of a column, alias, window or common table
 * expression is encoded by `sql-names.ts`, so that case counts (contract 4.8.2) and nothing but `service_table`, in any
 * case, and the allowed functions can be reached (contract 4.8.1).
 */
import { encodeSqlName } from '../../table/stored/sql-names.ts';
import { frameWords, reservedWords, softWords, wordsBeforeNames } from '../language/keywords.ts';
import { type SqlToken, sqlTokens } from '../language/tokens.ts';
import { allowedSqlFunctions } from './authorizer.ts';

const serviceTable = 'service_table';

export function rewriteStatement(sql: string, columnNames: ReadonlySet<string>): string {
  const tokens = sqlTokens(sql);
  const names = new Set(columnNames);
  for (const token of tokens) if (token.kind === 'quotedName') names.add(token.text);
  const reader = new StatementReader(tokens, names, columnNames);
  let rewritten = '';
  let from = 0;
  for (const [i, token] of tokens.entries()) {
    rewritten += sql.slice(from, token.start) + reader.write(i, token, sql.slice(token.start, token.end));
    from = token.end;
  }
  return rewritten + sql.slice(from);
}

/** What stands round a token: `cast` and `over` are the brackets in which words mean something else. */
type Bracket = 'cast' | 'over' | 'plain';

class StatementReader {
  readonly #tokens: readonly SqlToken[];
  readonly #names: ReadonlySet<string>;
  readonly #columnNames: ReadonlySet<string>;
  readonly #brackets: Bracket[] = [];
  /** Inside CAST(… AS here): the name of a type. */
  #inType = false;
  /** Which words were taken as names. */
  readonly #taken = new Set<SqlToken>();

  constructor(tokens: readonly SqlToken[], names: ReadonlySet<string>, columnNames: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#names = names;
    this.#columnNames = columnNames;
  }

  write(i: number, token: SqlToken, text: string): string {
    if (token.kind === 'symbol') return this.#symbol(i, token, text);
    if (this.#isKeyword(i, token)) {
      if (token.folded === 'as' && this.#brackets.at(-1) === 'cast') this.#inType = true;
      return text;
    }
    if (!this.#isName(i, token)) return text;
    if (this.#inType || this.#word(i - 1, 'collate')) return text;
    if (this.#isMainPrefix(i, token)) return '';
    if (this.#isServiceTable(i, token)) return serviceTable;
    if (this.#isAllowedCall(i, token)) return text;
    this.#taken.add(token);
    return token.kind === 'word' ? encodeSqlName(token.text) : quoteLike(token, text);
  }

  #symbol(i: number, token: SqlToken, text: string): string {
    if (token.text === '(') {
      this.#brackets.push(this.#bracketAt(i));
    } else if (token.text === ')') {
      this.#brackets.pop();
      this.#inType = false;
    }
    const before = this.#tokens[i - 1];
    return before && this.#isMainPrefix(i - 1, before) ? '' : text;
  }

  #bracketAt(i: number): Bracket {
    if (this.#word(i - 1, 'cast')) return 'cast';
    if (this.#word(i - 1, 'over')) return 'over';
    if (!this.#word(i - 1, 'as')) return 'plain';
    const holdsQuery = ['select', 'with', 'values'].some((word) => this.#word(i + 1, word));
    return holdsQuery ? 'plain' : 'over';
  }

  #isKeyword(i: number, token: SqlToken): boolean {
    if (token.kind !== 'word' || this.#symbolAt(i - 1, '.')) return false;
    if (reservedWords.has(token.folded)) return true;
    if (!softWords.has(token.folded)) return false;
    if (!this.#names.has(token.text) || this.#symbolAt(i + 1, '(')) return true;
    return !this.#atNamePosition(i, token);
  }

  #atNamePosition(i: number, token: SqlToken): boolean {
    const before = this.#tokens[i - 1];
    if (!before) return false;
    const afterBy = this.#word(i - 1, 'by');
    if (before.kind === 'symbol') {
      if (before.text === ')') return false;
      if (before.text !== '(') return true;
      const frame = this.#brackets.at(-1) === 'over' && frameWords.has(token.folded);
      return !frame && token.folded !== 'with';
    }
    if (before.kind !== 'word' || this.#taken.has(before)) return false;
    if (this.#brackets.at(-1) === 'over' && frameWords.has(token.folded)) return afterBy;
    if (before.folded === 'with') return token.folded !== 'recursive';
    return wordsBeforeNames.has(before.folded);
  }

  #isName(i: number, token: SqlToken): boolean {
    if (token.kind === 'word' || token.kind === 'quotedName') return true;
    if (token.kind !== 'string') return false;
    // SQLite takes a string for a name in these places.
    if (['as', 'with', 'recursive'].some((word) => this.#word(i - 1, word))) return true;
    return this.#symbolAt(i - 1, '.') || this.#namesTable(i);
  }

  #namesTable(i: number): boolean {
    if (this.#word(i - 1, 'join')) return true;
    return this.#word(i - 1, 'from') && !this.#word(i - 2, 'distinct');
  }

  #isMainPrefix(i: number, token: SqlToken): boolean {
    if (token.folded !== 'main' || !this.#symbolAt(i + 1, '.')) return false;
    return this.#tokens[i + 2]?.folded === serviceTable;
  }

  #isServiceTable(i: number, token: SqlToken): boolean {
    if (token.folded !== serviceTable) return false;
    if (!this.#columnNames.has(token.text)) return true;
    const afterMain = this.#symbolAt(i - 1, '.') && this.#tokens[i - 2]?.folded === 'main';
    return this.#namesTable(i) || this.#symbolAt(i + 1, '.') || afterMain;
  }

  #isAllowedCall(i: number, token: SqlToken): boolean {
    if (!this.#symbolAt(i + 1, '(') || !allowedSqlFunctions.has(token.folded)) return false;
    return !this.#namesTable(i) && !this.#beginsDefinition(i);
  }

  /** `WITH count(a, b) AS (…`: a definition, not a call. */
  #beginsDefinition(i: number): boolean {
    if (this.#word(i - 1, 'with') || this.#word(i - 1, 'recursive')) return true;
    if (!this.#symbolAt(i - 1, ',')) return false;
    let close = i + 2;
    while (close < this.#tokens.length && !this.#symbolAt(close, ')')) close += 1;
    return this.#word(close + 1, 'as') && this.#symbolAt(close + 2, '(');
  }

  #word(i: number, folded: string): boolean {
    const token = this.#tokens[i];
    return token?.kind === 'word' && token.folded === folded;
  }

  #symbolAt(i: number, text: string): boolean {
    const token = this.#tokens[i];
    return token?.kind === 'symbol' && token.text === text;
  }
}

/** The same quotes as before, which un-aliased result columns show; brackets cannot hold every name. */
function quoteLike(token: SqlToken, text: string): string {
  const quote = text.charAt(0);
  const name = encodeSqlName(token.text);
  if (quote === '[') return `[${name}]`;
  return quote + name.replaceAll(quote, quote + quote) + quote;
}
