/**
 * What can be refused by the text of a statement alone: it must be one SELECT, without parameters (4.8
 * rule 1). All else is left to the engine, whose own words become the reason.
 */
import { otherStatements } from './language/keywords.ts';
import { type SqlToken, sqlTokens } from './language/tokens.ts';

const maxStatementLength = 100_000;

const known = new Map<string, string | undefined>();
const knownStatements = 1_000;

/** Why the statement is refused, or undefined. The same statement comes with every hit of an address. */
export function statementProblem(sql: string): string | undefined {
  if (known.has(sql)) return known.get(sql);
  const problem = findProblem(sql);
  if (known.size >= knownStatements) known.clear();
  if (sql.length <= maxStatementLength) known.set(sql, problem);
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
