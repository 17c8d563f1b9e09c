/** Texts inside other languages: whatever a name or an address holds, it stays a text there. */

/** JavaScript, Python and R read it alike. */
export const quotedText = (text: string): string => JSON.stringify(text);

/** A shell of POSIX: nothing means anything between single quotes. */
export const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formulas of spreadsheets. */
export const formulaText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Power Query, where `#(` begins a character by its number. */
export const powerQueryText = (text: string): string =>
  `"${text.replaceAll('#(', '#(#)(').replaceAll('"', '""').replace(/\r?\n/g, '#(lf)')}"`;

/** PHP between single quotes, where `$` means nothing. */
export const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** An attribute of HTML, with its quotes. */
export const attributeText = (text: string): string =>
  `"${text.replace(/[&<>"]/g, (character) => entities[character] ?? character)}"`;
