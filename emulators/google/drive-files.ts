/**
 * The files of Drive, including spreadsheets, their visibility and their JSON resource. With `drive.file`, only files
 * that the app created or the user picked for it are visible.
 */
import { createHash } from 'node:crypto';
import { maySee, seesAllFiles } from './caller-access.ts';
import {
  type DriveFile,
  defaultEmail,
  type GoogleSpreadsheet,
  spreadsheetType,
  xlsxType,
} from './google-data.ts';
import { type Grant, subjectOf } from './google-grants.ts';
import { fileNotFound } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';

/** Files that represent a spreadsheet and are removed together with it. */
const ofSpreadsheets = new WeakSet<DriveFile>();

export const rootId = '0AEmulatedMyDriveRoot';

export function driveFiles(state: GoogleState): DriveFile[] {
  const files = state.storedFiles;
  const spreadsheets = new Map(state.spreadsheets.map((one) => [one.id, one]));
  const kept = files.filter((file) => !ofSpreadsheets.has(file) || spreadsheets.has(file.id));
  if (kept.length < files.length) files.splice(0, Infinity, ...kept);
  for (const file of files) {
    const spreadsheet = spreadsheets.get(file.id);
    if (spreadsheet) file.name = spreadsheet.title;
    spreadsheets.delete(file.id);
  }
  files.push(...[...spreadsheets.values()].map(fileOf));
  return files;
}

function fileOf(spreadsheet: GoogleSpreadsheet): DriveFile {
  const now = new Date().toISOString();
  const file: DriveFile = {
    id: spreadsheet.id,
    name: spreadsheet.title,
    mimeType: spreadsheet.isXlsx ? xlsxType : spreadsheetType,
    content: Buffer.alloc(0),
    owner: spreadsheet.sharedWith?.[0] ?? defaultEmail,
    trashed: false,
    createdTime: now,
    modifiedTime: now,
  };
  ofSpreadsheets.add(file);
  return file;
}

export function touchFile(state: GoogleState, id: string): void {
  const file = driveFiles(state).find((one) => one.id === id);
  if (file) file.modifiedTime = new Date().toISOString();
}

export function visibleFiles(state: GoogleState, grant: Grant): DriveFile[] {
  const files = driveFiles(state);
  const spreadsheets = new Map(state.spreadsheets.map((one) => [one.id, one]));
  const seesAll = seesAllFiles(grant);
  return files.filter((file) => {
    const spreadsheet = spreadsheets.get(file.id);
    const isTheirs = spreadsheet ? maySee(spreadsheet, grant) : file.owner === grant.email;
    return isTheirs && (seesAll || file.openedWithApp || spreadsheet?.openedWithApp);
  });
}

export function visibleFile(state: GoogleState, grant: Grant, id: string): DriveFile {
  const file = visibleFiles(state, grant).find((one) => one.id === id);
  if (!file) throw fileNotFound(id);
  return file;
}

export function fileResource(file: DriveFile, grant: Grant): object {
  const isNative = file.mimeType.startsWith('application/vnd.google-apps.');
  const owner = { kind: 'drive#user', displayName: file.owner.split('@')[0], emailAddress: file.owner };
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    trashed: file.trashed,
    parents: file.parents ?? [rootId],
    createdTime: file.createdTime,
    modifiedTime: file.modifiedTime,
    ownedByMe: file.owner === grant.email,
    owners: [{ ...owner, me: file.owner === grant.email, permissionId: subjectOf(file.owner) }],
    webViewLink: webViewLink(file),
    ...(!isNative && {
      size: String(file.content.length),
      md5Checksum: createHash('md5').update(file.content).digest('hex'),
      webContentLink: `https://drive.google.com/uc?id=${file.id}&export=download`,
    }),
  };
}

function webViewLink({ id, mimeType }: DriveFile): string {
  return mimeType === spreadsheetType
    ? `https://docs.google.com/spreadsheets/d/${id}/edit?usp=drivesdk`
    : `https://drive.google.com/file/d/${id}/view?usp=drivesdk`;
}
