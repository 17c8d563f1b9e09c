/**
 * SQLite ignores the case of ASCII letters in names and has names of its own (`rowid`, `sqlite_master`,
 * `json_each`); column names here are case-sensitive and the only table is `service_table` (contract 4.8.1 and 4.8.2).
 * So every name of a column or statement is encoded: its capitals as private-use characters, which SQLite does not
 * fold, and a mark at its end, which no name of SQLite's has. Names in results and error texts are decoded.
 */

const privateAt = 0x10ff40;
const escapeMark = String.fromCodePoint(privateAt);
const nul = String.fromCodePoint(privateAt + 28);

/** Ends every encoded name. */
export const sqlNameMark = String.fromCodePoint(privateAt + 27);

const toEncode = /[A-Z\0\u{10ff40}-\u{10ff5c}]/gu;
const encoded = /\u{10ff40}([\u{10ff40}-\u{10ff5c}])|[\u{10ff41}-\u{10ff5c}]/gu;

export function encodeSqlName(name: string): string {
  return name.replace(toEncode, encodeCharacter) + sqlNameMark;
}

export function decodeSqlNames(text: string): string {
  return text.replace(encoded, (character, escaped: string | undefined) =>
    escaped === undefined ? decodeCharacter(character) : escaped,
  );
}

export function quoteSqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function encodeCharacter(character: string): string {
  if (character === '\0') return nul;
  const code = character.codePointAt(0) ?? 0;
  return code < privateAt ? String.fromCodePoint(privateAt + code - 64) : escapeMark + character;
}

function decodeCharacter(character: string): string {
  if (character === sqlNameMark) return '';
  return character === nul ? '\0' : String.fromCharCode((character.codePointAt(0) ?? 0) - privateAt + 64);
}
