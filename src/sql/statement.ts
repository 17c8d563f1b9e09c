/**
 * What can be refused by the text of a statement alone: it must be one SELECT, without parameters (contract 4.8.1). All
 * else is left to the engine, whose own words become the reason.
 */
import { LRUCache } from 'lru-cache';
import { otherStatements } from './language/keywords.ts';
import { type SqlToken, sqlTokens } from './language/tokens.ts';

const maxStatementLength = 100_000;

/** Hits on one address repeat their statement. The size is counted in characters. */
const checked = new LRUCache<string, { readonly problem: string | undefined }>({
  max: 1_000,
  maxSize: 2 * 1024 * 1024,
  maxEntrySize: 2 * maxStatementLength,
  sizeCalculation: ({ problem = '' }, sql) => sql.length + problem.length + 1,
});

/** Why the statement is refused, or undefined. */
export function statementProblem(sql: string): string | undefined {
  const known = checked.get(sql);
  if (known) return known.problem;
  const problem = findProblem(sql);
  checked.set(sql, { problem });
  return problem;
}

function findProblem(sql: string): string | undefined {
  if (sql.includes('\0')) return 'unrecognized token: "\\u0000"';
  if (sql.length > maxStatementLength) return `the statement is longer than ${maxStatementLength} characters`;
  const tokens = sqlTokens(sql);
  const end = tokens.findIndex(isSemicolon);
  const statement = end < 0 ? tokens : tokens.slice(0, end);
  if (tokens.every(isSemicolon)) return 'empty statement';
  if (isOtherStatement(verb(statement))) return 'only SELECT statements are allowed';
  if (end >= 0 && !tokens.slice(end).every(isSemicolon))
    return 'You can only execute one statement at a time.';
  const variable = statement.find((token) => token.kind === 'variable');
  if (variable && endsWell(tokens)) return `parameters have no value here: ${variable.text}`;
  return undefined;
}

const isSymbol = (token: SqlToken | undefined, text: string): boolean =>
  token?.kind === 'symbol' && token.text === text;

const isSemicolon = (token: SqlToken): boolean => isSymbol(token, ';');

const isOtherStatement = (token: SqlToken | undefined): boolean =>
  token?.kind === 'word' && otherStatements.has(token.folded);

/** An unrecognized token is the better reason. */
const endsWell = (tokens: readonly SqlToken[]): boolean => tokens.at(-1)?.kind !== 'illegal';

/** The word that says what the statement does: the first, or the one after the definitions of a WITH. */
function verb(statement: readonly SqlToken[]): SqlToken | undefined {
  const first = statement[0];
  if (first?.kind !== 'word' || first.folded !== 'with') return first;
  let depth = 0;
  for (const [i, token] of statement.entries()) {
    if (depth === 0 && isSymbol(statement[i - 1], ')') && !isSymbol(token, ',') && token.folded !== 'as') {
      return token;
    }
    if (isSymbol(token, '(')) depth += 1;
    else if (isSymbol(token, ')')) depth -= 1;
  }
  return undefined;
}
