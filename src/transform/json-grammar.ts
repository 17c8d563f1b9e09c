/**
 * The grammar of JSON (RFC 8259) as one table, for a list whose items are objects: what each character leads to in
 * each state. Reading by it needs no recursion, so nesting has no limit, and can stop and go on at any character.
 */

const words = ['true', 'false', 'null'];

/** The parts of a word that may have been read so far: `t`, `tr`, `tru`. */
const wordParts = words.flatMap((word) => [...word].slice(1).map((_, at) => word.slice(0, at + 1)));

/** Steps from `openObject` on do something besides: the state after them depends on what they stand in. */
export const step = {
  invalid: 0,
  firstItem: 1,
  item: 2,
  firstValue: 3,
  value: 4,
  firstName: 5,
  name: 6,
  afterName: 7,
  afterValue: 8,
  end: 9,
  string: 10,
  escape: 11,
  openObject: 64,
  openList: 65,
  close: 66,
  comma: 67,
  colon: 68,
  openString: 69,
  closeString: 70,
} as const;

const whiteSpace = ' \t\n\r';
const digits = '0123456789';
const hexDigits = `${digits}abcdefABCDEF`;

type Rule = readonly [from: string | number, characters: string, to: string | number];

const ofValue: readonly (readonly [characters: string, to: string | number])[] = [
  [whiteSpace, step.value],
  ['{', step.openObject],
  ['[', step.openList],
  ['"', step.openString],
  ['-', 'minus'],
  ['0', 'zero'],
  ['123456789', 'integer'],
  ...words.map((word) => [word.charAt(0), word.charAt(0)] as const),
];

const afterValue: typeof ofValue = [
  [whiteSpace, step.afterValue],
  [',', step.comma],
  ['}]', step.close],
];

const rules: readonly Rule[] = [
  [step.firstItem, whiteSpace, step.firstItem],
  [step.firstItem, '{', step.openObject],
  [step.firstItem, ']', step.close],
  [step.item, whiteSpace, step.item],
  [step.item, '{', step.openObject],
  ...ofValue.map((rule): Rule => [step.value, ...rule]),
  ...ofValue.map((rule): Rule => [step.firstValue, ...rule]),
  [step.firstValue, whiteSpace, step.firstValue],
  [step.firstValue, ']', step.close],
  [step.firstName, whiteSpace, step.firstName],
  [step.firstName, '"', step.openString],
  [step.firstName, '}', step.close],
  [step.name, whiteSpace, step.name],
  [step.name, '"', step.openString],
  [step.afterName, whiteSpace, step.afterName],
  [step.afterName, ':', step.colon],
  [step.end, whiteSpace, step.end],
  [step.string, '"', step.closeString],
  [step.string, '\\', step.escape],
  [step.escape, '"\\/bfnrt', step.string],
  [step.escape, 'u', 'hex 1'],
  ['hex 1', hexDigits, 'hex 2'],
  ['hex 2', hexDigits, 'hex 3'],
  ['hex 3', hexDigits, 'hex 4'],
  ['hex 4', hexDigits, step.string],
  ['minus', '0', 'zero'],
  ['minus', '123456789', 'integer'],
  ['integer', digits, 'integer'],
  ...['zero', 'integer'].flatMap((from): Rule[] => [
    [from, '.', 'point'],
    [from, 'eE', 'exponent'],
  ]),
  ['point', digits, 'fraction'],
  ['fraction', digits, 'fraction'],
  ['fraction', 'eE', 'exponent'],
  ['exponent', '+-', 'exponent sign'],
  ['exponent', digits, 'exponent digits'],
  ['exponent sign', digits, 'exponent digits'],
  ['exponent digits', digits, 'exponent digits'],
  ...wordParts.map((part): Rule => {
    const word = words.find((each) => each.startsWith(part)) ?? '';
    const next = word.slice(0, part.length + 1);
    return [part, next.slice(-1), next === word ? step.afterValue : next];
  }),
  ...[step.afterValue, 'zero', 'integer', 'fraction', 'exponent digits'].flatMap((from) =>
    afterValue.map((rule): Rule => [from, ...rule]),
  ),
];

/** Every character from here on is read as this one: it can only stand in a string. */
export const otherCharacter = 0x80;
export const tableWidth = 256;

/** The step for `state * tableWidth + character`. */
export const stepTable = compile();

function compile(): Uint8Array {
  const numbers = new Map<string, number>();
  const numberOf = (state: string | number): number => {
    if (typeof state === 'number') return state;
    const number = numbers.get(state) ?? step.escape + 1 + numbers.size;
    numbers.set(state, number);
    return number;
  };
  const table = new Uint8Array(step.openObject * tableWidth);
  table.fill(step.string, step.string * tableWidth + 0x20, (step.string + 1) * tableWidth);
  for (const [from, characters, to] of rules) {
    for (const character of characters)
      table[numberOf(from) * tableWidth + character.charCodeAt(0)] = numberOf(to);
  }
  return table;
}
