/**
 * What a refusal of Google means for a hit: a spreadsheet that is gone or no Google sheet any more is 409, one
 * that the connected account may not open is 423, anything else 500 (contract 7.4).
 */
import { ServiceError } from '../../errors/errors.ts';
import { PlatformRefusal } from '../../platform/platform-request.ts';
import { structureChanged } from '../remembered-fields.ts';
import { label } from './platform.ts';

/** The error of contract 7.4 to throw instead; anything that is not a refusal stays as it is. */
export function errorOfRefusal(error: unknown): unknown {
  if (!(error instanceof PlatformRefusal)) return error;
  if (isApiDisabled(error)) {
    const data = 'The Google Sheets API is not enabled in the Google project of this service.';
    return new ServiceError('sourceUnavailable', { data, cause: error });
  }
  if (error.status === 403)
    return new ServiceError('platformRefused', { data: forbidden(error), cause: error });
  if (error.status === 404) {
    const data = 'The spreadsheet was deleted, or the connected account no longer sees it.';
    return structureChanged(label, data, error);
  }
  if (isNoGoogleSheet(error)) {
    const data =
      'The file is no longer a Google sheet. Open it, choose File > Save as Google Sheets, and make an endpoint for the new one.';
    return structureChanged(label, data, error);
  }
  return new ServiceError('sourceUnavailable', { cause: error });
}

/** An Excel file that was only opened in Google Sheets. */
export function isNoGoogleSheet(error: PlatformRefusal): boolean {
  if (error.status !== 400) return false;
  return /failed.?precondition/i.test(error.code) || /not supported for this document/i.test(error.message);
}

/** The sheet was renamed, deleted or made smaller since its area was looked up. */
export function isLostRange(error: unknown): error is PlatformRefusal {
  if (!(error instanceof PlatformRefusal) || error.status !== 400) return false;
  return /unable to parse range|exceeds grid limits/i.test(error.message);
}

export function isScopeMissing(error: PlatformRefusal): boolean {
  return (
    error.status === 403 &&
    /insufficient.*scopes?|scope.?insufficient/i.test(`${error.code} ${error.message}`)
  );
}

/** Not the owner's doing: whoever runs the service must switch it on. */
export function isApiDisabled(error: PlatformRefusal): boolean {
  return error.status === 403 && /^(SERVICE_DISABLED|accessNotConfigured)$/.test(error.code);
}

function forbidden(error: PlatformRefusal): string {
  return isScopeMissing(error)
    ? 'The connection was not given the right to read spreadsheets. Reconnect Google and leave every box ticked.'
    : 'The connected Google account may no longer open this spreadsheet. Share it with that account again, or reconnect with an account that may open it.';
}
