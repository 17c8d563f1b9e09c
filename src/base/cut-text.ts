/** The beginning of a text that is too long to be shown or told whole; it never ends in half of a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most)}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
