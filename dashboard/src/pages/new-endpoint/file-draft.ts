/** What was entered for a new endpoint of a file, kept in the browser while the service keeps the file. */
import { useDraft } from '../../drafts.ts';
import type { UploadedFile } from '../../features/uploads/send-file.ts';
import { isFormat } from '../../format-choices.ts';

export interface FileDraft {
  /** The file at the service; empty: none. */
  readonly upload: string;
  readonly fileName: string;
  readonly name: string;
  readonly type: string;
  /** Null: all. */
  readonly fields: readonly string[] | null;
}

const nothing: FileDraft = { upload: '', fileName: '', name: '', type: 'csv', fields: null };

export function useFileDraft() {
  return useDraft<FileDraft>('new-file', nothing, (stored) => {
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { upload, fileName, name, type, fields }: Partial<Record<keyof FileDraft, unknown>> = stored;
    if (typeof upload !== 'string' || typeof fileName !== 'string' || typeof name !== 'string') return;
    if (typeof type !== 'string' || !isFormat(type)) return;
    return { upload, fileName, name, type, fields: readFields(fields) };
  });
}

export function readFields(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
    ? value
    : null;
}

/** Of the same file a name stays; chosen fields stay as long as it has them all. */
export function draftOfUpload(draft: FileDraft, { upload, fileName, columns }: UploadedFile): FileDraft {
  const names = new Set(columns.map(({ name }) => name));
  const hasAll = draft.fields?.every((field) => names.has(field)) ?? false;
  return {
    ...draft,
    upload,
    fileName,
    name: draft.fileName === fileName && draft.name !== '' ? draft.name : nameOf(fileName),
    fields: hasAll ? draft.fields : null,
  };
}

export const withoutFile = (draft: FileDraft): FileDraft => ({ ...nothing, type: draft.type });

const nameOf = (fileName: string): string => fileName.replace(/\.[^.]{1,8}$/, '').slice(0, 200) || fileName;
