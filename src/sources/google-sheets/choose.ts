/**
 * From what an owner names, the address or id of a Google spreadsheet and perhaps a sheet or named range, to
 * what an endpoint remembers. What cannot be found is refused with a list of what there is (contract 1.8.2).
 */
import { z } from 'zod';
import { quotedName } from '../../base/listed-names.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { refuseTableNames, refuseUnknownFields } from '../choice-names.ts';
import { type ChooseRequest, type Chosen, ReadAgain, type SourceChoice } from '../source.ts';
import { addressOf } from './address.ts';
import type { Area } from './area.ts';
import { chooseTab } from './choose-tab.ts';
import { columnsOf, type SheetColumn } from './columns.ts';
import { openCursor } from './cursor.ts';
import { lookAround, steps } from './list-choices.ts';
import { openWorkbook } from './open-workbook.ts';
import { errorOfRefusal } from './refusals.ts';
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
  steps,
  lookAround,
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
  refuseTableNames('sheet', names, 'column');
  if (fields) refuseUnknownFields(fields, { kind: `column of ${quotedName(tab.name)}`, names });
  return { settings: { spreadsheet, ...tab.settings, fields: columns, dates }, fields, name: tab.name };
}

function beingChanged(cause: ReadAgain): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: 'The sheet is being changed. Try again in a moment.',
    cause,
  });
}

async function readFirst(
  call: CallPlatform,
  spreadsheet: string,
  area: Area,
): Promise<{ readonly columns: readonly SheetColumn[]; readonly dates: boolean }> {
  const { cursor, first } = await openCursor({ call, spreadsheet, area });
  return { columns: columnsOf(cursor.header, cursor.width), dates: first.serials !== undefined };
}
