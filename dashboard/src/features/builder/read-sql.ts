/**
 * Reads back exactly what `writeSql` writes; white space and the case of words are free. Anything else stays SQL.
 */
import { isComplete, kindOf, type Literal, type Operator, operatorNames, operators } from './operators.ts';
import {
  type Filter,
  type FilterGroup,
  type Match,
  type Measure,
  measureNames,
  type OperatorName,
  type Question,
  type Shown,
  type Sort,
  type TableColumn,
} from './question.ts';
import { TokenReader, tokensOf } from './sql-tokens.ts';
import { likePattern, writeSql } from './write-sql.ts';

export function readSql(sql: string, columns: readonly TableColumn[]): Question | undefined {
  const tokens = tokensOf(sql);
  const question = tokens && new QuestionReader(new TokenReader(tokens), columns).read();
  if (!question) return undefined;
  const isSame = JSON.stringify(tokensOf(writeSql(question, columns))) === JSON.stringify(tokens);
  return isSame ? question : undefined;
}

class QuestionReader {
  readonly #tokens: TokenReader;
  readonly #types: ReadonlyMap<string, string>;

  constructor(tokens: TokenReader, columns: readonly TableColumn[]) {
    this.#tokens = tokens;
    this.#types = new Map(columns.map(({ name, type }) => [name, type]));
  }

  read(): Question | undefined {
    const tokens = this.#tokens;
    if (!tokens.takes('SELECT')) return undefined;
    const shown = this.#shown();
    if (!shown || !tokens.takes('FROM', 'SERVICE_TABLE')) return undefined;
    const where = tokens.takes('WHERE') ? this.#filters(() => this.#group() ?? this.#filter()) : noFilters;
    const by = tokens.takes('GROUP', 'BY') ? tokens.list(() => tokens.next('name')) : [];
    const sort = tokens.takes('ORDER', 'BY') ? tokens.list(() => this.#sort()) : [];
    const limit = tokens.takes('LIMIT') ? this.#limit() : undefined;
    if (!where || !by || !sort || !tokens.isAtEnd) return undefined;
    return {
      shown: by.length > 0 && 'columns' in shown ? { by: shown.columns, measures: [] } : shown,
      ...where,
      sort,
      ...(limit !== undefined && { limit }),
    };
  }

  #shown(): Shown | undefined {
    const tokens = this.#tokens;
    if (tokens.takes('*')) return { columns: [] };
    const parts = tokens.list(() => tokens.next('name') ?? this.#measure());
    if (!parts) return undefined;
    const names = parts.filter((part) => typeof part === 'string');
    const measures = parts.filter((part) => typeof part !== 'string');
    return measures.length === 0 ? { columns: names } : { by: names, measures };
  }

  #measure(): Measure | undefined {
    const tokens = this.#tokens;
    const name = measureNames.find((each) => tokens.takes(each.toUpperCase(), '('));
    if (name === undefined) return undefined;
    const column = tokens.takes('*') ? undefined : tokens.next('name');
    if (!tokens.takes(')', 'AS') || tokens.next('name') === undefined) return undefined;
    return { name, ...(column !== undefined && { column }) };
  }

  #filters<Item extends Filter | FilterGroup>(
    read: () => Item | undefined,
  ): { readonly match: Match; readonly filters: readonly Item[] } | undefined {
    const first = read();
    if (!first) return undefined;
    const filters = [first];
    let match: Match | undefined;
    for (;;) {
      const next: Match | undefined = this.#conjunction();
      if (next === undefined) return { match: match ?? 'all', filters };
      if (match !== undefined && next !== match) return undefined;
      match = next;
      const filter = read();
      if (!filter) return undefined;
      filters.push(filter);
    }
  }

  #conjunction(): Match | undefined {
    if (this.#tokens.takes('AND')) return 'all';
    return this.#tokens.takes('OR') ? 'any' : undefined;
  }

  #group(): FilterGroup | undefined {
    if (!this.#tokens.takes('(')) return undefined;
    const group = this.#filters(() => this.#filter());
    return this.#tokens.takes(')') ? group : undefined;
  }

  #filter(): Filter | undefined {
    const tokens = this.#tokens;
    const subject = this.#subject();
    if (!subject) return undefined;
    const { column } = subject;
    for (const operator of this.#operatorsFor(column)) {
      if (operators[operator].subject !== subject.of) continue;
      const values = tokens.attempt(() => this.#values(operators[operator].parts));
      const filter = values && { column, operator, values };
      if (filter && isComplete(filter)) return filter;
    }
    return undefined;
  }

  #subject(): { readonly of: Operator['subject']; readonly column: string } | undefined {
    const tokens = this.#tokens;
    if (tokens.takes('SUBSTR', '(')) return this.#inCall('day', ',', '1', ',', '10', ')');
    if (tokens.takes('CAST', '(')) return this.#inCall('column', 'AS', 'TEXT', ')');
    if (!tokens.takes('COALESCE', '(')) return this.#inCall('column');
    const found = this.#inCall('filled', ',');
    return tokens.next('text') === '' && tokens.takes(')') ? found : undefined;
  }

  #inCall(of: Operator['subject'], ...rest: readonly string[]) {
    const column = this.#tokens.next('name');
    return column !== undefined && this.#tokens.takes(...rest) ? { of, column } : undefined;
  }

  /** Those of the column's kind first: `= 1` is a number, or true. */
  #operatorsFor(column: string): readonly OperatorName[] {
    const type = this.#types.get(column);
    if (type === undefined) return operatorNames;
    const isOwn = (name: OperatorName): boolean => operators[name].kinds.includes(kindOf(type));
    return [...operatorNames.filter(isOwn), ...operatorNames.filter((name) => !isOwn(name))];
  }

  #values(parts: Operator['parts']): readonly string[] | undefined {
    const tokens = this.#tokens;
    const values: string[] = [];
    for (const part of parts) {
      if (part === "''") {
        if (tokens.next('text') !== '') return undefined;
      } else if (typeof part === 'string') {
        if (!tokens.takes(part)) return undefined;
      } else if ('value' in part) {
        const value = this.#value(part.value);
        if (value === undefined) return undefined;
        values.push(value);
      } else {
        const list = tokens.takes('(') ? tokens.list(() => this.#value(part.list)) : undefined;
        if (!list || !tokens.takes(')')) return undefined;
        values.push(...list);
      }
    }
    return values;
  }

  #value(literal: Literal): string | undefined {
    const tokens = this.#tokens;
    if (literal === 'number') return tokens.next('number');
    const text = tokens.next('text');
    if (text === undefined || literal === 'text' || literal === 'day') return text;
    const isEscaped = tokens.takes('ESCAPE') && tokens.next('text') !== undefined;
    const inner = text.slice(literal === 'beginning' ? 0 : 1, literal === 'ending' ? undefined : -1);
    const value = isEscaped ? inner.replace(/\\(.)/gs, '$1') : inner;
    return likePattern(literal, value) === text ? value : undefined;
  }

  #limit(): number | undefined {
    const written = this.#tokens.next('number') ?? '';
    return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
  }

  #sort(): Sort | undefined {
    const column = this.#tokens.next('name');
    return column === undefined ? undefined : { column, isDescending: this.#tokens.takes('DESC') };
  }
}

const noFilters = { match: 'all', filters: [] } as const;
