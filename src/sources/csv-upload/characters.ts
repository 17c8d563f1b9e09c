/**
 * What each character means while a CSV file is read, as one bit per question, so that a cell is known by the
 * bits of all its characters together: could it be a number, can it be copied into markup, must it be
 * quoted.
 */

export const character = {
  digit: 1,
  /** Other characters that a number is written with. */
  numeric: 2,
  text: 4,
  /** Needs escaping in JSON, XML or HTML. */
  markup: 8,
  comma: 16,
  lineBreak: 32,
  quote: 64,
  /** Ends an unquoted cell. */
  stop: 128,
} as const;

/** A cell with one of these cannot be copied into JSON, XML and HTML unchanged. */
export const needsEscaping = character.markup | character.lineBreak | character.quote;

/** A cell with one of these must be quoted in CSV. */
export const needsQuotes = character.comma | character.lineBreak | character.quote;

export const notNumeric = character.text | character.comma | needsEscaping;

/** The bits of every UTF-16 code unit, for a file with this delimiter (none: a file of one column). */
export function characterTable(delimiter: string): Uint8Array {
  const table = new Uint8Array(0x10000).fill(character.text);
  table.fill(character.markup, 0, 0x20);
  const mark = (characters: string, bits: number) => {
    for (const each of characters) table[each.charCodeAt(0)] = bits;
  };
  mark('0123456789', character.digit);
  mark('+-.eE', character.numeric);
  mark("\\&<>'\ufffe\uffff", character.markup);
  table.fill(character.markup, 0x7f, 0xa0);
  table.fill(character.markup, 0xfdd0, 0xfdf0);
  // With these a noncharacter beyond U+FFFF ends, and other characters too.
  table.fill(character.markup, 0xdffe, 0xe000);
  mark(',', character.comma);
  mark('"', character.quote);
  mark('\r\n', character.lineBreak | character.stop);
  if (delimiter !== '')
    table[delimiter.charCodeAt(0)] = (table[delimiter.charCodeAt(0)] ?? 0) | character.stop;
  return table;
}
