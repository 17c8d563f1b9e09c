/** The tokens of a statement, as far as the builder writes them, and a reader that goes through them. */

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  /** Words in capitals; names and texts without their quotes. */
  readonly text: string;
}

const pattern =
  /\s*(?:(?<word>[A-Za-z_]+)|"(?<name>[^"]*(?:""[^"]*)*)"|'(?<text>[^']*(?:''[^']*)*)'|(?<number>-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<sign><>|<=|>=|[=<>(),*]))\s*/y;

/** Undefined if there is something that the builder never writes. */
export function tokensOf(sql: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const groups = pattern.exec(sql)?.groups;
    if (!groups) return undefined;
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ word, name, text, number, sign = '' }: Record<string, string | undefined>): Token {
  if (word !== undefined) return { kind: 'word', text: word.toUpperCase() };
  if (name !== undefined) return { kind: 'name', text: name.replaceAll('""', '"') };
  if (text !== undefined) return { kind: 'text', text: text.replaceAll("''", "'") };
  return number === undefined ? { kind: 'sign', text: sign } : { kind: 'number', text: number };
}

export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** The text of the next token if it is of this kind. */
  next(kind: Token['kind']): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind) return undefined;
    this.#at += 1;
    return token.text;
  }

  /** Words, signs and numbers that follow each other, all or none. */
  takes(...texts: readonly string[]): boolean {
    const isThere = texts.every((text, i) => {
      const token = this.#tokens[this.#at + i];
      return token !== undefined && token.text === text && token.kind !== 'name' && token.kind !== 'text';
    });
    if (isThere) this.#at += texts.length;
    return isThere;
  }

  /** What is read, or undefined and nothing was taken. */
  attempt<Read>(read: () => Read | undefined): Read | undefined {
    const from = this.#at;
    const found = read();
    if (found === undefined) this.#at = from;
    return found;
  }

  /** One or more with commas between. */
  list<Read>(read: () => Read | undefined): readonly Read[] | undefined {
    const found: Read[] = [];
    do {
      const next = read();
      if (next === undefined) return undefined;
      found.push(next);
    } while (this.takes(','));
    return found;
  }
}
