/**
 * Finds one property in the objects of a list that is written as JSON, without making any value of the rest: the
 * work is linear in the length of the text whatever its nesting, and can be done in parts (contract 4.6.9).
 */
import { otherCharacter, step, stepTable, tableWidth } from './json-grammar.ts';

/** How deep the properties of the items are: in an object in the list. */
const itemDepth = 2;
const closingBrace = 0x7d;
const inList = 0;
const inObject = 1;

export class PropertyScanner {
  readonly #text: string;
  readonly #property: string;
  #at = 1;
  #state: number = step.firstItem;
  #stateAfterString: number = step.afterValue;
  /** For every level, whether it is a list or an object. */
  #levels = new Uint8Array(64);
  #depth = 1;
  /** Where the name or value begins that is read at the depth of the items. */
  #begin = 0;
  #isNamed = false;
  #value: string | undefined;
  #objects = 0;
  #found = 0;
  #values: string[] = [];
  readonly #joined: string[] = [];

  /** `text` begins with a bracket. */
  constructor(text: string, property: string) {
    this.#text = text;
    this.#property = property;
  }

  /** Reads at most so many characters on; true when there is nothing more to read. */
  advance(characters: number): boolean {
    const text = this.#text;
    const end = Math.min(text.length, this.#at + characters);
    let at = this.#at;
    let state = this.#state;
    for (; at < end && state !== step.invalid; at++) {
      const code = text.charCodeAt(at);
      const next = stepTable[state * tableWidth + Math.min(code, otherCharacter)] ?? step.invalid;
      state = next < step.openObject ? next : this.#act(next, state, at);
    }
    this.#at = at;
    this.#state = state;
    this.#joinValues();
    return at === text.length || state === step.invalid;
  }

  /** How many objects the list has. */
  get objects(): number {
    return this.#objects;
  }

  /** How many of them have the property. */
  get found(): number {
    return this.#found;
  }

  /** Whether the text was a list of objects that all have the property. */
  get hasAll(): boolean {
    return this.#state === step.end && this.#found === this.#objects;
  }

  /** The values joined, if the text was a list of objects only. */
  result(mayBeEmpty: boolean): string | undefined {
    const isList = this.#state === step.end && (mayBeEmpty || this.#objects > 0);
    return isList ? this.#joined.join(', ') : undefined;
  }

  /** The state after it. */
  #act(action: number, state: number, at: number): number {
    this.#at = at;
    switch (action) {
      case step.openString:
        this.#stateAfterString =
          state === step.name || state === step.firstName ? step.afterName : step.afterValue;
        return step.string;
      case step.closeString:
        return this.#stateAfterString;
      case step.colon:
        if (this.#depth === itemDepth) this.#endName();
        return step.value;
      case step.comma:
        return this.#comma();
      case step.close:
        return this.#close(this.#text.charCodeAt(at));
      default:
        return this.#open(action === step.openObject);
    }
  }

  #open(isObject: boolean): number {
    if (this.#depth === this.#levels.length) this.#levels = deeper(this.#levels);
    this.#levels[this.#depth] = isObject ? inObject : inList;
    this.#depth += 1;
    if (this.#depth === itemDepth) this.#begin = this.#at + 1;
    return isObject ? step.firstName : step.firstValue;
  }

  #comma(): number {
    if (this.#depth === 1) return step.item;
    if (this.#depth === itemDepth) this.#endValue();
    return this.#levels[this.#depth - 1] === inObject ? step.name : step.value;
  }

  #close(code: number): number {
    const level = code === closingBrace ? inObject : inList;
    if (this.#levels[this.#depth - 1] !== level) return step.invalid;
    if (this.#depth === itemDepth) this.#endObject();
    this.#depth -= 1;
    return this.#depth === 0 ? step.end : step.afterValue;
  }

  #endName(): void {
    this.#isNamed = isStringOf(this.#property, this.#written());
    this.#begin = this.#at + 1;
  }

  #endValue(): void {
    if (this.#isNamed) this.#value = valueText(this.#written());
    this.#isNamed = false;
    this.#begin = this.#at + 1;
  }

  #endObject(): void {
    this.#endValue();
    if (this.#value !== undefined) {
      this.#values.push(this.#value);
      this.#found += 1;
    }
    this.#value = undefined;
    this.#objects += 1;
  }

  /** The name or value that ends here. */
  #written(): string {
    return this.#text.slice(this.#begin, this.#at).trim();
  }

  #joinValues(): void {
    if (this.#values.length === 0) return;
    this.#joined.push(this.#values.join(', '));
    this.#values = [];
  }
}

function deeper(levels: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * levels.length);
  more.set(levels);
  return more;
}

/** A character is written as six at most: `\u0041`. */
const longestEscape = 6;

function isStringOf(text: string, written: string): boolean {
  if (!written.includes('\\')) return written.length === text.length + 2 && written.slice(1, -1) === text;
  return written.length <= longestEscape * text.length + 2 && JSON.parse(written) === text;
}

/** Null is empty, a string its text, everything else as it is written. */
function valueText(written: string): string {
  if (written === 'null') return '';
  if (!written.startsWith('"')) return written;
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
}
