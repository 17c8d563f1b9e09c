/**
 * A subset of Airtable's formula language for `filterByFormula`: comparisons of fields, RECORD_ID() and literals,
 * combined with AND, OR and NOT. Anything else is refused as an invalid formula.
 */
import { type AirtableRecord, type AirtableTable, byIdOrName } from './airtable-data.ts';
import { refusals } from './airtable-refusal.ts';

export type CellText = (fieldId: string, value: unknown) => string;

type Value = string | number | boolean;
interface Term {
  readonly value: (record: AirtableRecord) => Value;
  /** Present if the term is true for exactly these records. */
  readonly ids?: readonly string[];
  readonly literal?: Value;
  readonly isRecordId?: boolean;
}

/** Returns a predicate for records; throws 422 if the formula is invalid. */
export function compileFormula(
  formula: string,
  table: AirtableTable,
  textOf: CellText,
): (record: AirtableRecord) => boolean {
  const parser = new FormulaParser(tokensOf(formula), table, textOf);
  const { value } = parser.whole();
  return (record) => isKept(value(record));
}

const tokenPattern =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\{[^}]+\})|(\d+(?:\.\d+)?)|(\w+)|(<=|>=|!=|[=<>(),-]))/gy;

interface Token {
  readonly kind: 'text' | 'field' | 'number' | 'word' | 'sign';
  readonly text: string;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  const source = formula.trimEnd();
  let end = 0;
  for (const [whole, text, field, number, word, sign] of source.matchAll(tokenPattern)) {
    end += whole.length;
    if (text !== undefined)
      tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field.slice(1, -1) });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  if (end < source.length || tokens.length === 0) throw invalid();
  return tokens;
}

const comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

class FormulaParser {
  readonly #tokens: readonly Token[];
  readonly #table: AirtableTable;
  readonly #textOf: CellText;
  #at = 0;

  constructor(tokens: readonly Token[], table: AirtableTable, textOf: CellText) {
    this.#tokens = tokens;
    this.#table = table;
    this.#textOf = textOf;
  }

  whole(): Term {
    const term = this.#comparison();
    if (this.#at < this.#tokens.length) throw invalid();
    return term;
  }

  #comparison(): Term {
    const left = this.#operand();
    const compare = comparisons[this.#sign() ?? ''];
    if (!compare) return left;
    const isEqual = this.#sign() === '=';
    this.#at += 1;
    const right = this.#operand();
    const value = (record: AirtableRecord): boolean => {
      const [one, other] = alike(left.value(record), right.value(record));
      return compare(one, other);
    };
    const isById = isEqual && left.isRecordId && typeof right.literal === 'string';
    return isById ? { value, ids: [String(right.literal)] } : { value };
  }

  #operand(): Term {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === 'text') return literal(token.text);
    if (token?.kind === 'number') return literal(Number(token.text));
    if (token?.kind === 'field') return this.#field(token.text);
    if (token?.kind === 'word')
      return this.#sign() === '(' ? this.#call(token.text.toUpperCase()) : this.#field(token.text);
    if (token?.text === '(') {
      const inner = this.#comparison();
      this.#expect(')');
      return inner;
    }
    if (token?.text === '-') return literal(-Number(this.#operand().literal));
    throw invalid();
  }

  #field(name: string): Term {
    const field = byIdOrName(this.#table.fields, name);
    if (!field) throw refusals.invalidFormula(`Unknown field names: ${name.toLowerCase()}`);
    const { id } = field;
    return {
      value: ({ cells }) => {
        const cell = cells[id];
        if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
        return cell === undefined || cell === null ? '' : this.#textOf(id, cell);
      },
    };
  }

  #call(name: string): Term {
    const terms = this.#list();
    if (name === 'OR' && terms.length > 0) return anyOf(terms);
    if (name === 'AND' && terms.length > 0)
      return { value: (record) => terms.every(({ value }) => isKept(value(record))) };
    const [first, second] = terms;
    if (name === 'NOT' && first && !second) return { value: (record) => !isKept(first.value(record)) };
    if (first) throw invalid();
    if (name === 'RECORD_ID') return { value: ({ id }) => id, isRecordId: true };
    if (name === 'TRUE') return literal(true);
    if (name === 'FALSE') return literal(false);
    if (name === 'BLANK') return literal('');
    throw invalid();
  }

  #list(): Term[] {
    this.#expect('(');
    const terms: Term[] = [];
    while (this.#sign() !== ')') {
      if (terms.length > 0) this.#expect(',');
      terms.push(this.#comparison());
    }
    this.#expect(')');
    return terms;
  }

  #sign(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' ? token.text : undefined;
  }

  #expect(sign: string): void {
    if (this.#sign() !== sign) throw invalid();
    this.#at += 1;
  }
}

/** Looks up record ids in a set, because a formula may contain hundreds of them. */
function anyOf(terms: readonly Term[]): Term {
  if (terms.every(({ ids }) => ids)) {
    const ids = terms.flatMap((term) => term.ids ?? []);
    const known = new Set(ids);
    return { value: ({ id }) => known.has(id), ids };
  }
  return { value: (record) => terms.some(({ value }) => isKept(value(record))) };
}

function literal(value: Value): Term {
  return { value: () => value, literal: value };
}

/** Compares numbers as numbers, booleans as 1 and 0, all else as text; an empty cell is not a number. */
function alike(left: Value, right: Value): [Value, Value] {
  const one = typeof left === 'boolean' ? Number(left) : left;
  const other = typeof right === 'boolean' ? Number(right) : right;
  if (typeof left === 'boolean' && right === '') return [one, 0];
  if (typeof right === 'boolean' && left === '') return [0, other];
  return typeof one === typeof other ? [one, other] : [String(one), String(other)];
}

function isKept(value: Value): boolean {
  return value !== 0 && value !== false && value !== '' && !Number.isNaN(value);
}

function invalid() {
  return refusals.invalidFormula('please check your formula text.');
}
