/**
 * Lines above a table: a title, a date, remarks. They are left out by themselves only if there is no doubt: each has far
 * fewer cells than the table, which then goes on evenly, and below them stand names above data (contract 1.3.6).
 */
import { evenness, type FirstRecord } from './first-records.ts';
import { headerLook } from './header-look.ts';

/** Such a share of records is not split alike by chance. */
export const evenShare = 0.8;
const maxRecords = 50;

/** How many records stand above the header. */
export function preambleLength(records: readonly FirstRecord[]): number {
  const { usual } = evenness(records);
  if (usual < 2) return 0;
  const start = records.findIndex((record) => !isAbove(record, usual));
  if (start < 1 || start > maxRecords) return 0;
  const table = records.slice(start);
  if (table.length < 2 || (table[0]?.cells ?? 0) < usual || !isSteady(table)) return 0;
  return hasNames(records, start) && isApart(records, start) ? start : 0;
}

/** The first of them has as many cells as any, and hardly one has only one. */
export function isSteady([header, ...rows]: readonly FirstRecord[]): boolean {
  const width = header?.cells ?? 0;
  const even = rows.filter(({ cells, tidy }) => tidy && cells > 1 && cells <= width);
  return rows.length > 0 && width > 1 && even.length >= evenShare * rows.length;
}

function hasNames(records: readonly FirstRecord[], start: number): boolean {
  const [names = [], ...rows] = records.slice(start).map(({ texts }) => texts);
  const areWords = names.filter((name) => /\p{L}/u.test(name)).length > names.length / 2;
  const look = headerLook(names, rows);
  return areWords && (look === 'names' || (look === 'unclear' && hasBlankLine(records, start)));
}

function isAbove({ cells, texts }: FirstRecord, usual: number): boolean {
  const filled = texts.findLastIndex((text) => text.trim() !== '') + 1;
  const isRemark = texts[0]?.startsWith('#') === true && cells !== usual;
  return isRemark || filled <= usual / 2;
}

/** Cells that stand above names of their own are names in two lines, not a title. */
function isApart(records: readonly FirstRecord[], start: number): boolean {
  const above = records.slice(0, start);
  return above.every(({ texts }) => texts.findIndex((text) => text.trim() !== '') <= 0);
}

function hasBlankLine(records: readonly FirstRecord[], start: number): boolean {
  const [before, header] = [records[start - 1], records[start]];
  return before !== undefined && header !== undefined && header.line > before.line + 1;
}
