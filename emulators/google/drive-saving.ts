/**
 * Creates and changes files of Drive: without `parents`, a file is stored in My Drive; CSV is converted to a
 * spreadsheet on request; two files may have the same name, but never the same id.
 */
import { z } from 'zod';
import { inputCell } from './cell-input.ts';
import { csvCells } from './csv-cells.ts';
import { driveFiles, rootId, visibleFile } from './drive-files.ts';
import { type DriveFile, folderType, spreadsheetType } from './google-data.ts';
import type { Grant } from './google-grants.ts';
import { fileNotFound, GoogleProblem } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';
import { newFileId, newSpreadsheet } from './new-spreadsheet.ts';

export const fileMetadataSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  parents: z.array(z.string()).optional(),
  trashed: z.boolean().optional(),
});

export type FileMetadata = z.output<typeof fileMetadataSchema>;

export interface Media {
  readonly type: string;
  readonly content: Buffer;
}

export function createFile(
  state: GoogleState,
  grant: Grant,
  metadata: FileMetadata,
  media: Media | undefined,
): DriveFile {
  checkParents(state, grant, metadata);
  if (metadata.mimeType === spreadsheetType) return createSpreadsheet(state, grant, metadata, media);
  const id = metadata.id ?? newFileId();
  if (driveFiles(state).some((file) => file.id === id)) {
    throw new GoogleProblem({
      code: 409,
      message: 'A file already exists with the provided ID.',
      reason: 'fileIdInUse',
      location: ['parameter', 'file.id'],
    });
  }
  const now = new Date().toISOString();
  const file: DriveFile = {
    id,
    name: metadata.name ?? 'Untitled',
    mimeType: metadata.mimeType ?? media?.type ?? 'application/octet-stream',
    content: media?.content ?? Buffer.alloc(0),
    owner: grant.email,
    trashed: false,
    createdTime: now,
    modifiedTime: now,
    openedWithApp: true,
    ...(metadata.parents && {
      parents: metadata.parents.map((parent) => (parent === 'root' ? rootId : parent)),
    }),
  };
  state.storedFiles.push(file);
  return file;
}

/** Checked before the upload: a parent folder that does not exist is refused. */
export function checkParents(state: GoogleState, grant: Grant, { parents = [] }: FileMetadata): void {
  for (const parent of parents) {
    if (parent === 'root' || parent === rootId) continue;
    if (visibleFile(state, grant, parent).mimeType !== folderType) throw fileNotFound(parent);
  }
}

function createSpreadsheet(
  state: GoogleState,
  grant: Grant,
  { name = 'Untitled' }: FileMetadata,
  media: Media | undefined,
): DriveFile {
  const texts = media ? csvCells(media.content.toString('utf8')) : [];
  const rows = texts.map((row) => row.map((text) => inputCell(text, 'USER_ENTERED', () => name) ?? null));
  const spreadsheet = newSpreadsheet(name, grant.email, rows);
  state.spreadsheets.push(spreadsheet);
  return visibleFile(state, grant, spreadsheet.id);
}

export function updateFile(
  state: GoogleState,
  grant: Grant,
  id: string,
  metadata: FileMetadata,
  media: Media | undefined,
): DriveFile {
  const file = visibleFile(state, grant, id);
  const spreadsheet = state.spreadsheets.find((one) => one.id === id);
  if (metadata.name !== undefined) {
    file.name = metadata.name;
    if (spreadsheet) spreadsheet.title = metadata.name;
  }
  if (metadata.trashed !== undefined) file.trashed = metadata.trashed;
  if (metadata.mimeType !== undefined && !spreadsheet) file.mimeType = metadata.mimeType;
  if (media && !spreadsheet) file.content = media.content;
  file.modifiedTime = new Date().toISOString();
  return file;
}

export function deleteFile(state: GoogleState, grant: Grant, id: string): void {
  const file = visibleFile(state, grant, id);
  if (file.owner !== grant.email) {
    throw new GoogleProblem({
      code: 403,
      message: 'The user does not have sufficient permissions for this file.',
      reason: 'insufficientFilePermissions',
    });
  }
  const at = state.spreadsheets.findIndex((one) => one.id === id);
  if (at >= 0) state.spreadsheets.splice(at, 1);
  state.storedFiles.splice(state.storedFiles.indexOf(file), 1);
}
