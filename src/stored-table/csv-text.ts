/**
 * How a cell is quoted in CSV: only where needed, quotes doubled, the empty text as `""`, which tells it from
 * a missing value (4.7).
 */

export const needsQuotes = /[",\r\n]/;

export function csvText(text: string): string {
  if (text === '') return '""';
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The only cell of a line is quoted when it is blank too, because readers skip blank lines. */
export function onlyCsvCell(cell: string): string {
  return cell.trim() === '' ? `"${cell}"` : cell;
}
