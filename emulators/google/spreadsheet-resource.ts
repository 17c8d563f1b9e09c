/**
 * A spreadsheet as `spreadsheets.get` returns it, without cells. A chart sheet has no `gridProperties`, `hidden` is
 * present only if true, and a named range omits a sheet id of 0.
 */
import type { GoogleNamedRange, GoogleSheet, GoogleSpreadsheet } from './google-data.ts';

export function spreadsheetResource(spreadsheet: GoogleSpreadsheet): object {
  const { id, title, locale, timeZone, namedRanges } = spreadsheet;
  return {
    spreadsheetId: id,
    properties: { title, locale, autoRecalc: 'ON_CHANGE', timeZone },
    sheets: spreadsheet.sheets.map((sheet, index) => ({ properties: sheetProperties(sheet, index) })),
    ...(namedRanges.length > 0 && { namedRanges: namedRanges.map(namedRangeResource) }),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  };
}

export function sheetProperties(sheet: GoogleSheet, index: number): object {
  const { sheetId, title, sheetType, rowCount, columnCount } = sheet;
  return {
    sheetId,
    title,
    index,
    sheetType,
    ...(sheetType === 'GRID' && { gridProperties: { rowCount, columnCount } }),
    ...(sheet.hidden && { hidden: true }),
  };
}

function namedRangeResource(named: GoogleNamedRange): object {
  const { namedRangeId, name, sheetId } = named;
  return {
    namedRangeId,
    name,
    range: {
      ...(sheetId !== 0 && { sheetId }),
      startRowIndex: named.startRow,
      endRowIndex: named.endRow,
      startColumnIndex: named.startColumn,
      endColumnIndex: named.endColumn,
    },
  };
}
