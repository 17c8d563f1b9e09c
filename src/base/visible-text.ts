/** Texts of strangers on a terminal: what could control it, or hide what is there, is shown as its code. */

/** Line breaks and tabs stay; everything else that is not seen is written as its code. */
export function visibleText(text: string): string {
  return text.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

/** As above, and on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, escaped);
}

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
