/**
 * A strict reader of the CSV this service writes: `\n` ends every line, a quote is doubled inside quotes. An
 * unquoted empty field is null, a quoted one the empty text.
 */
export function readCsv(text: string): (string | null)[][] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))([,\n])/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error(`no CSV after ${JSON.stringify(row)}`);
    row.push(match[1] === undefined ? match[2] || null : match[1].replaceAll('""', '"'));
    if (match[3] === '\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
