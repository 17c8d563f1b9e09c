/**
 * From what an owner names, the address or id of a Google spreadsheet and perhaps a sheet or named range, to
 * what an endpoint remembers. Whatever cannot be found is told with what there is (1.8).
 */
import { ServiceError } from '../../errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform-request.ts';
import { ChoiceError, type ChooseRequest, type Chosen, ReadAgain } from '../source.ts';
import { googleAddress } from './address.ts';
import type { GoogleArea } from './area.ts';
import { chooseGoogleTab } from './choose-tab.ts';
import { columnsOf, type GoogleColumn } from './columns.ts';
import { GoogleCursor, readToHeader } from './cursor.ts';
import { errorOfRefusal, isApiDisabled, isNoGoogleSheet, isScopeMissing } from './refusals.ts';
import { type GoogleWorkbook, readWorkbook } from './schema.ts';

export async function chooseGoogleSheet({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
  const { spreadsheet, gid } = googleAddress(choice['spreadsheet']);
  const workbook = await openWorkbook(call, spreadsheet);
  const tab = chooseGoogleTab(workbook, choice['sheet'], gid);
  const { columns, dates } = await readFirst(call, spreadsheet, tab.area).catch((error: unknown) => {
    throw error instanceof ReadAgain ? unsettled(error) : errorOfRefusal(error);
  });
  refuseUnknown(fields, columns, tab.name);
  return { settings: { spreadsheet, ...tab.remembered, fields: columns, dates }, fields, name: tab.name };
}

function unsettled(cause: ReadAgain): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: 'The sheet is being changed. Try again in a moment.',
    cause,
  });
}

async function openWorkbook(call: CallPlatform, spreadsheet: string): Promise<GoogleWorkbook> {
  try {
    return await readWorkbook(call, spreadsheet);
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
  area: GoogleArea,
): Promise<{ readonly columns: readonly GoogleColumn[]; readonly dates: boolean }> {
  const cursor = new GoogleCursor({ call, spreadsheet, area });
  const { serials } = await readToHeader(cursor);
  return { columns: columnsOf(cursor.header, cursor.width), dates: serials !== undefined };
}

function refuseUnknown(
  fields: readonly string[] | null,
  columns: readonly GoogleColumn[],
  sheet: string,
): void {
  const names = columns.map(({ name }) => name);
  const unknown = (fields ?? []).filter((field) => !names.includes(field));
  if (unknown.length === 0) return;
  const list = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(', ');
  const there = names.length === 0 ? 'It has no columns.' : `Its columns are ${list(names)}.`;
  throw new ChoiceError('fields', `names ${list(unknown)}, not in ${JSON.stringify(sheet)}. ${there}`);
}
