/**
 * Which part of a spreadsheet is meant: a sheet by its title, a named range when no sheet has that title, the
 * sheet that an address names by `gid`, or the first visible one. Titles count without case, as in Google (1.8).
 */

import { ChoiceError } from '../source.ts';
import type { GoogleArea } from './area.ts';
import {
  areaOfNamedRange,
  areaOfSheet,
  type GoogleNamedRange,
  type GoogleSheet,
  type GoogleWorkbook,
} from './schema.ts';

export interface GoogleTab {
  readonly name: string;
  readonly area: GoogleArea;
  /** What tells it apart in the settings of an endpoint. */
  readonly remembered: Readonly<Record<string, string | number>>;
}

export function chooseGoogleTab(
  workbook: GoogleWorkbook,
  title: string | undefined,
  gid: number | undefined,
): GoogleTab {
  if (title === undefined || title === '') return tabOfSheet(sheetByGid(workbook, gid));
  const sheet = named(workbook.sheets, title, (one) => one.title);
  if (sheet) return tabOfSheet(sheet);
  const range = named(workbook.namedRanges, title, (one) => one.name);
  if (range) return tabOfNamedRange(workbook, range);
  throw new ChoiceError(
    'sheet',
    `names neither a sheet nor a named range of the spreadsheet. ${whatThereIs(workbook)}`,
  );
}

function named<Thing>(
  things: readonly Thing[],
  name: string,
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  const folded = name.toLowerCase();
  return (
    things.find((thing) => nameOf(thing) === name) ??
    things.find((thing) => nameOf(thing).toLowerCase() === folded)
  );
}

function sheetByGid(workbook: GoogleWorkbook, gid: number | undefined): GoogleSheet {
  const sheet =
    gid === undefined
      ? workbook.sheets.find((one) => !one.hidden && areaOfSheet(one))
      : workbook.sheets.find(({ sheetId }) => sheetId === gid);
  if (sheet) return sheet;
  const problem =
    gid === undefined ? 'is missing, and no sheet is visible.' : `with gid ${gid} is not in the spreadsheet.`;
  throw new ChoiceError('sheet', `${problem} ${whatThereIs(workbook)}`);
}

function tabOfSheet(sheet: GoogleSheet): GoogleTab {
  const area = areaOfSheet(sheet);
  if (!area)
    throw new ChoiceError('sheet', `names ${JSON.stringify(sheet.title)}, which has no cells of its own.`);
  return { name: sheet.title, area, remembered: { sheetId: sheet.sheetId, sheetTitle: sheet.title } };
}

function tabOfNamedRange(workbook: GoogleWorkbook, range: GoogleNamedRange): GoogleTab {
  const area = areaOfNamedRange(workbook, range);
  if (!area)
    throw new ChoiceError('sheet', `names the range ${JSON.stringify(range.name)}, whose sheet is gone.`);
  return { name: range.name, area, remembered: { namedRangeId: range.namedRangeId, namedRange: range.name } };
}

function whatThereIs({ sheets, namedRanges }: GoogleWorkbook): string {
  const list = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ');
  const grids = sheets.filter(areaOfSheet).map(({ title }) => title);
  const there = [
    grids.length > 0 ? `Its sheets are ${list(grids)}.` : 'It has no sheet with cells.',
    ...(namedRanges.length > 0 ? [`Its named ranges are ${list(namedRanges.map(({ name }) => name))}.`] : []),
  ];
  return there.join(' ');
}
