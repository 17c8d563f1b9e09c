/** A text of a file as a sentence for people quotes it: short, with what is not seen escaped. */

const maxLength = 60;

export function quoted(text: string): string {
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}
