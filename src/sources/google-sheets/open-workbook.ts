/** A spreadsheet that somebody chooses from: why it cannot be opened is said in words for who chooses. */
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { ChoiceError } from '../source.ts';
import { errorOfRefusal, isApiDisabled, isNoGoogleSheet, isScopeMissing } from './refusals.ts';
import { readSchema, type Workbook } from './schema.ts';

export async function openWorkbook(call: CallPlatform, spreadsheet: string): Promise<Workbook> {
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
