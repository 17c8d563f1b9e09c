/**
 * From what an owner names, the address or id of a Google spreadsheet and perhaps a sheet or named range, to
 * what an endpoint remembers. What cannot be found is refused with a list of what there is (1.8).
 */
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform-request.ts';
import { quoted, refuseUnknownFields } from '../choice-names.ts';
import { ChoiceError, type ChooseRequest, type Chosen, ReadAgain, type SourceChoice } from '../source.ts';
import { addressOf } from './address.ts';
import type { Area } from './area.ts';
import { chooseTab } from './choose-tab.ts';
import { columnsOf, type SheetColumn } from './columns.ts';
import { openCursor } from './cursor.ts';
import { errorOfRefusal, isApiDisabled, isNoGoogleSheet, isScopeMissing } from './refusals.ts';
import { readSchema, type Workbook } from './schema.ts';
import { settingsOf } from './settings.ts';

export const choice: SourceChoice = {
  parts: {
    spreadsheet: 'the id of the spreadsheet, or its address in the browser.',
    sheet:
      'the name of the sheet or of a named range. The default is the sheet that the address of the spreadsheet names, or else the first visible one.',
  },
  choose,
  choiceOf: (settings) => choiceShape.parse(settings),
  columnsOf: (settings) => settingsOf(settings).fields.map(({ name }) => ({ name, type: 'any' })),
};

const text = z.string();

/** From what an endpoint remembers: a sheet by its id, as an address names it, or a named range. */
const choiceShape = z.union([
  z.object({ spreadsheet: text, sheetId: z.number() }).transform(({ spreadsheet, sheetId }) => ({
    spreadsheet: `https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=${sheetId}`,
  })),
  z
    .object({ spreadsheet: text, namedRange: text })
    .transform(({ spreadsheet, namedRange }) => ({ spreadsheet, sheet: namedRange })),
]);

async function choose({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
  const { spreadsheet, gid } = addressOf(choice['spreadsheet']);
  const workbook = await openWorkbook(call, spreadsheet);
  const tab = chooseTab(workbook, choice['sheet'], gid);
  const { columns, dates } = await readFirst(call, spreadsheet, tab.area).catch((error: unknown) => {
    throw error instanceof ReadAgain ? beingChanged(error) : errorOfRefusal(error);
  });
  const names = columns.map(({ name }) => name);
  if (fields) refuseUnknownFields(fields, { kind: `column of ${quoted(tab.name)}`, names });
  return { settings: { spreadsheet, ...tab.settings, fields: columns, dates }, fields, name: tab.name };
}

function beingChanged(cause: ReadAgain): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: 'The sheet is being changed. Try again in a moment.',
    cause,
  });
}

async function openWorkbook(call: CallPlatform, spreadsheet: string): Promise<Workbook> {
  try {
    return await readSchema(call, spreadsheet);
  } catch (error) {
    const problem = error instanceof PlatformRefusal ? problemOf(error) : undefined;
    throw problem === undefined ? errorOfRefusal(error) : new ChoiceError('spreadsheet', problem);
  }
}

function problemOf(error: PlatformRefusal): string | undefined {
  if (error.status === 404) {
    return 'names no spreadsheet that the connected Google account can see. Copy the address from the browser while the spreadsheet is open.';
  }
  if (isNoGoogleSheet(error)) {
    return 'names an Excel file, not a Google sheet. Open it, choose File > Save as Google Sheets, and use the address of the new one.';
  }
  if (error.status === 403 && !isScopeMissing(error) && !isApiDisabled(error)) {
    return 'names a spreadsheet that the connected Google account may not open. Share it with that account.';
  }
  return undefined;
}

async function readFirst(
  call: CallPlatform,
  spreadsheet: string,
  area: Area,
): Promise<{ readonly columns: readonly SheetColumn[]; readonly dates: boolean }> {
  const { cursor, first } = await openCursor({ call, spreadsheet, area });
  return { columns: columnsOf(cursor.header, cursor.width), dates: first.serials !== undefined };
}
