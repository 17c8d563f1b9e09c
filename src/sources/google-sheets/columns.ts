/**
 * The columns of a Google sheet: their names come from the header row, blank and repeated ones named as in a
 * CSV upload. An endpoint remembers them by name; one that it exports and that is gone is refused with 409, which
 * names the column now in its place. A column that only moved does no harm (contract 7.4.1).
 */
import { z } from 'zod';
import { listedSentences, quotedName } from '../../base/listed-names.ts';
import { columnLetters } from '../../base/sheet-range.ts';
import { columnNames } from '../header-names.ts';
import { firstByName, refuseNames, rememberedFields, structureChanged } from '../remembered-fields.ts';
import { label } from './platform.ts';
import { brokenResponse, type SheetRow } from './values.ts';

export const rememberedColumns = z.array(
  rememberedFields.element.extend({
    /** Counted from the left edge of what is exported. */
    place: z.int().min(0),
    /** False for a column whose header is blank. */
    hasHeader: z.boolean(),
  }),
);

export type SheetColumn = z.infer<typeof rememberedColumns>[number];

/** None without a header: then the sheet is empty. */
export function columnsOf(header: SheetRow | undefined, width: number): SheetColumn[] {
  if (!header) return [];
  const texts = header.map(headerText);
  return columnNames(texts, width).map((name, place) => ({
    id: name,
    name,
    type: '',
    place,
    hasHeader: (texts[place] ?? '').trim() !== '',
  }));
}

function headerText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell);
  throw brokenResponse('a header that is neither text, number nor boolean');
}

/** How wide the table must be read so that selected columns without a header are in it. */
export function widthOfSelected(
  remembered: readonly SheetColumn[],
  selected: readonly string[] | null,
): number {
  const wanted = new Set(selected);
  const blank = remembered.filter(({ name, hasHeader }) => !hasHeader && wanted.has(name));
  return blank.reduce((width, { place }) => Math.max(width, place + 1), 0);
}

/** The selected columns in order, all for null. Throws 409 when one that the endpoint exports is gone. */
export function selectColumns(
  current: readonly SheetColumn[],
  remembered: readonly SheetColumn[],
  selected: readonly string[] | null,
  firstColumn: number,
): readonly SheetColumn[] {
  const byName = new Map(current.map((column) => [column.name, column]));
  const wanted = selected ?? remembered.filter(({ hasHeader }) => hasHeader).map(({ name }) => name);
  const lost = wanted.filter((name) => !byName.has(name));
  if (lost.length > 0) {
    const before = firstByName(remembered);
    const changes = lost.map((name) => changeOf(name, current, before, firstColumn));
    throw structureChanged(label, listedSentences(changes));
  }
  const columns = selected === null ? current : selected.flatMap((name) => byName.get(name) ?? []);
  refuseNames(
    label,
    columns.map(({ name }) => name),
    'column',
  );
  return columns;
}

function changeOf(
  name: string,
  current: readonly SheetColumn[],
  remembered: ReadonlyMap<string, SheetColumn>,
  firstColumn: number,
): string {
  const gone = `The column ${quotedName(name)} is gone`;
  const before = remembered.get(name);
  const now = before && current[before.place];
  if (!now?.hasHeader || remembered.has(now.name)) return `${gone}.`;
  const letters = columnLetters(firstColumn + now.place + 1);
  return `${gone}; ${quotedName(now.name)} stands in its place (${letters}).`;
}
