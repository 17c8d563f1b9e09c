/**
 * Which part of a spreadsheet is meant: a sheet by its title, a named range when no sheet has that title, the
 * sheet that an address names by `gid`, or the first visible one. Titles count without case, as in Google.
 */
import { listedNames, quotedName } from '../../base/listed-names.ts';
import { ChoiceError } from '../source.ts';
import type { Area } from './area.ts';
import { areaOfNamedRange, areaOfSheet, type NamedRange, type Sheet, type Workbook } from './schema.ts';

interface Tab {
  readonly name: string;
  readonly area: Area;
  /** What an endpoint keeps to find it again. */
  readonly settings: Readonly<Record<string, string | number>>;
}

export function chooseTab(workbook: Workbook, title: string | undefined, gid: number | undefined): Tab {
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

function sheetByGid(workbook: Workbook, gid: number | undefined): Sheet {
  const sheet =
    gid === undefined
      ? workbook.sheets.find((one) => !one.hidden && areaOfSheet(one))
      : workbook.sheets.find(({ sheetId }) => sheetId === gid);
  if (sheet) return sheet;
  const problem =
    gid === undefined ? 'is missing, and no sheet is visible.' : `with gid ${gid} is not in the spreadsheet.`;
  throw new ChoiceError('sheet', `${problem} ${whatThereIs(workbook)}`);
}

function tabOfSheet(sheet: Sheet): Tab {
  const area = areaOfSheet(sheet);
  if (!area)
    throw new ChoiceError('sheet', `names ${quotedName(sheet.title)}, which has no cells of its own.`);
  return { name: sheet.title, area, settings: { sheetId: sheet.sheetId, sheetTitle: sheet.title } };
}

function tabOfNamedRange(workbook: Workbook, range: NamedRange): Tab {
  const area = areaOfNamedRange(workbook, range);
  if (!area)
    throw new ChoiceError('sheet', `names the range ${quotedName(range.name)}, whose sheet is gone.`);
  return { name: range.name, area, settings: { namedRangeId: range.namedRangeId, namedRange: range.name } };
}

function whatThereIs({ sheets, namedRanges }: Workbook): string {
  const grids = sheets.filter(areaOfSheet).map(({ title }) => title);
  const there = [
    grids.length > 0 ? `Its sheets are ${listedNames(grids)}.` : 'It has no sheet with cells.',
    ...(namedRanges.length > 0
      ? [`Its named ranges are ${listedNames(namedRanges.map(({ name }) => name))}.`]
      : []),
  ];
  return there.join(' ');
}
