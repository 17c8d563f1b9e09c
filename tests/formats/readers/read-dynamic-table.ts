/**
 * The table that the interactive page carries: its blocks of JSON, read as its script reads them, with every
 * value as the text that the page shows; linked records are pairs of that and their value.
 */
import { type ExactJson, ExactNumber, readExactJson } from './exact-json.ts';
import { entriesOf, listOf } from './json-frame.ts';

export function readDynamicTable(page: string): { names: string[]; rows: (string | null)[][] } {
  if (page.split('</html>').length !== 2) throw new Error('not one page');
  const blocks = page.matchAll(/<script type="application\/json">(.*?)<\/script>/gs);
  const [head, ...chunks] = [...blocks].map(([, json = '']) => readExactJson(json));
  const [names, numeric] = entriesOf(head, ['names', 'numeric']).map(listOf);
  if (names === undefined || numeric?.length !== names.length) throw new Error('no columns');
  return { names: names.map(String), rows: chunks.flatMap((chunk) => rowsOf(chunk, names.length)) };
}

/** A chunk is `[number of rows, cells of column 0, cells of column 1, …]`. */
function rowsOf(chunk: ExactJson, width: number): (string | null)[][] {
  const [count, ...columns] = listOf(chunk);
  const cells = columns.map((column) => listOf(column).map(shownText));
  const length = count instanceof ExactNumber ? Number(count.text) : Number.NaN;
  if (cells.length !== width || cells.some((column) => column.length !== length)) {
    throw new Error('a chunk of another size');
  }
  return Array.from({ length }, (_none, row) => cells.map((column) => column[row] ?? null));
}

function shownText(value: ExactJson): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return String(value[0]);
  return value instanceof ExactNumber ? value.text : String(value);
}
