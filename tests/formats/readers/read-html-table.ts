/**
 * The cells of the one table of an HTML page as a browser would show them: line ends become `\n` before
 * references are read, and only references make other characters.
 */
export function readHtmlTable(page: string): { header: string[]; rows: string[][] } {
  const text = page.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
  const table = /<table[^>]*>([\s\S]*)<\/table>/.exec(text)?.[1];
  if (table === undefined) throw new Error('no table');
  const [header, ...rows] = table.split('</tr>').slice(0, -1);
  return { header: cellsOf(header ?? '', 'th'), rows: rows.map((row) => cellsOf(row, 'td')) };
}

function cellsOf(row: string, tag: string): string[] {
  return row
    .split(`</${tag}>`)
    .slice(0, -1)
    .map((cell) => {
      const [, text] = new RegExp(`<${tag}(?: [^>]*)?>([^<>]*)$`).exec(cell) ?? [];
      if (text === undefined) throw new Error(`no cell: ${cell}`);
      return unescaped(text);
    });
}

function unescaped(text: string): string {
  return text.replace(/&(#\d+|[a-z]+);/g, (reference, word: string) => {
    if (word.startsWith('#')) return String.fromCodePoint(Number(word.slice(1)));
    const character = { amp: '&', lt: '<', gt: '>', quot: '"' }[word];
    if (character === undefined) throw new Error(`${reference} is no reference`);
    return character;
  });
}
