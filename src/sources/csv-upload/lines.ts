/** Lines that stand above a table, taken off the text of its file before anything is parsed. */

const lineEnd = /\r\n|\r|\n/g;

/** What comes after the first lines. */
export function afterLines(text: string, lines: number): string {
  let at = 0;
  for (let left = lines; left > 0; left--) {
    lineEnd.lastIndex = at;
    const found = lineEnd.exec(text);
    if (!found) return '';
    at = found.index + found[0].length;
  }
  return text.slice(at);
}

/** The same of a text in pieces. */
export async function* withoutLines(
  texts: AsyncIterable<string>,
  lines: number,
): AsyncGenerator<string, void, undefined> {
  let left = lines;
  let endedInReturn = false;
  for await (const text of texts) {
    // A line end may be cut in two by the end of a piece.
    let at: number = endedInReturn && text.startsWith('\n') ? 1 : 0;
    for (; left > 0; left--) {
      lineEnd.lastIndex = at;
      const found: RegExpExecArray | null = lineEnd.exec(text);
      if (!found) break;
      at = found.index + found[0].length;
    }
    endedInReturn = lines > 0 && at === text.length && text.endsWith('\r');
    if (left === 0 && at < text.length) yield at === 0 ? text : text.slice(at);
  }
}
