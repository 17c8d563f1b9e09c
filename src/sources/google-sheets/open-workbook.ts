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
    return 'cannot be found with the connected Google account. Copy the URL from the browser while the spreadsheet is open.';
  }
  if (isNoGoogleSheet(error)) {
    return 'is an Excel file, not a Google sheet. Open it, choose File > Save as Google Sheets, and use the URL of the new one.';
  }
  if (error.status === 403 && !isScopeMissing(error) && !isApiDisabled(error)) {
    return 'cannot be opened by the connected Google account. Share it with that account.';
  }
  return undefined;
}
