/**
 * Identifies the caller and checks the scopes of the token. With `drive.file` alone, only files that the app created
 * or the user picked for it are visible.
 */
import type { EmulatedCall } from '../emulator-server.ts';
import type { GoogleSpreadsheet } from './google-data.ts';
import { type Grant, scopeRoot } from './google-grants.ts';
import { bearerOf } from './google-oauth-routes.ts';
import {
  entityNotFound,
  GoogleProblem,
  insufficientScopes,
  noPermission,
  unauthenticated,
} from './google-problem.ts';
import type { GoogleState } from './google-state.ts';

const accepted = {
  sheetsRead: ['drive', 'drive.file', 'drive.readonly', 'spreadsheets', 'spreadsheets.readonly'],
  sheetsWrite: ['drive', 'drive.file', 'spreadsheets'],
  driveMetadata: ['drive', 'drive.file', 'drive.readonly', 'drive.metadata', 'drive.metadata.readonly'],
  driveContent: ['drive', 'drive.file', 'drive.readonly'],
  driveWrite: ['drive', 'drive.file'],
} as const;

export function callerOf(state: GoogleState, call: EmulatedCall, need: keyof typeof accepted): Grant {
  const token = bearerOf(call);
  const access = token === undefined ? undefined : state.grants.byAccess(token);
  if (!access) throw unauthenticated(token !== undefined);
  if (!hasOneOf(access.grant, accepted[need])) {
    throw insufficientScopes(need.startsWith('sheets') ? 'sheets.googleapis.com' : 'drive.googleapis.com');
  }
  return access.grant;
}

function hasOneOf({ scopes }: Grant, names: readonly string[]): boolean {
  return names.some((name) => scopes.includes(scopeRoot + name));
}

/** Whether the token gives access to all files of its user, not only those of the app. */
export function seesAllFiles(grant: Grant): boolean {
  return hasOneOf(grant, ['drive', 'drive.readonly', 'drive.metadata', 'drive.metadata.readonly']);
}

export function maySee(spreadsheet: GoogleSpreadsheet, { email }: Grant): boolean {
  return !spreadsheet.sharedWith || spreadsheet.sharedWith.includes(email);
}

export function openSpreadsheet(
  state: GoogleState,
  grant: Grant,
  id: string,
  mode: 'Read' | 'Write',
): GoogleSpreadsheet {
  const spreadsheet = state.spreadsheets.find((one) => one.id === id);
  if (!spreadsheet) throw entityNotFound();
  const reachesAll = hasOneOf(grant, ['drive', 'drive.readonly', 'spreadsheets', 'spreadsheets.readonly']);
  if (!reachesAll && !spreadsheet.openedWithApp) throw entityNotFound();
  if (!maySee(spreadsheet, grant)) throw noPermission();
  if (spreadsheet.isXlsx) {
    throw new GoogleProblem({
      code: 400,
      message: 'This operation is not supported for this document',
      status: 'FAILED_PRECONDITION',
      reason: 'failedPrecondition',
    });
  }
  if (mode === 'Write' && spreadsheet.viewers?.includes(grant.email)) throw noPermission();
  return spreadsheet;
}
