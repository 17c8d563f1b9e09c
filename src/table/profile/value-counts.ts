/**
 * How often each text occurs, of few texts: when there are too many, or too long ones together, those that have occurred
 * once are let go and no further ones taken. So what is counted is counted from the first row on, and exactly.
 */
import { hash } from 'node:crypto';
import { cutText } from '../../base/cut-text.ts';

export interface CountsBound {
  readonly values: number;
  /** Of all of them together. */
  readonly characters: number;
}

export interface Counted {
  /** The beginning of a long one. */
  readonly text: string;
  /** Not a written form, of which the value is still to be found. */
  readonly isValue: boolean;
  count: number;
}

/** In characters; a longer text is known by its digest. */
const longest = 200;
const keptWhenFull = 1_000;

export class ValueCounts {
  readonly #bound: CountsBound;
  #counted = new Map<string, Counted>();
  #characters = 0;
  #isFull = false;

  constructor(bound: CountsBound) {
    this.#bound = bound;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Undefined if it is one too many. */
  add(text: string, isValue: boolean): Counted | undefined {
    if (this.#isFull && this.#counted.size === 0) return undefined;
    const key = text.length > longest ? hash('sha256', text) : text;
    const known = this.#counted.get(key);
    if (known) {
      known.count += 1;
      return known;
    }
    return this.#isFull || this.#hasNoRoom(text) ? undefined : this.#take(key, text, isValue);
  }

  values(): Iterable<Counted> {
    return this.#counted.values();
  }

  /** Keeps the most frequent; from now on no other one is counted. */
  fill(): void {
    const frequent = [...this.#counted].filter(([, { count }]) => count > 1);
    frequent.sort(([, one], [, other]) => other.count - one.count);
    this.#counted = new Map(frequent.slice(0, keptWhenFull));
    this.#isFull = true;
  }

  #hasNoRoom(text: string): boolean {
    const { values, characters } = this.#bound;
    return this.#counted.size >= values || this.#characters + Math.min(text.length, longest) > characters;
  }

  #take(key: string, text: string, isValue: boolean): Counted {
    const isCut = text.length > longest;
    const own = ownCopy(cutText(text, longest));
    const counted: Counted = { text: own, isValue: isValue || isCut, count: 1 };
    this.#counted.set(isCut ? key : own, counted);
    this.#characters += own.length;
    return counted;
  }
}

/** A part of a text keeps all of it in memory: here, a block of rows. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}
