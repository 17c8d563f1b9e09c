/**
 * Texts of others in a mail or among the service's own: names and reasons come from anyone, so they are put on one line,
 * without characters that end a header, hide text or turn its direction, and are cut to a length.
 */

/** Control and format characters and line ends; joiners stay, because emoji and several scripts are written with them. */
const unseen = /[[\p{Cc}\p{Cf}\p{Cn}\p{Co}\u2028\u2029]--[\u200c\u200d]]+/gv;

/** `length` counts UTF-16 units, and no character is cut in two. */
export function cleanText(text: string, length: number): string {
  const read = text.slice(0, 4 * length).toWellFormed();
  const line = read.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${wholeCharacters(line.slice(0, length - 1))}…`;
}

function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
