/** The sources of contract 1.3, by the name kept with an endpoint. */
import { airtable } from './airtable/source.ts';
import { csvUpload } from './csv-upload/source.ts';
import { googleSheets } from './google-sheets/source.ts';
import { notion } from './notion/source.ts';
import type { Source } from './source.ts';

export const allSources = {
  airtable,
  notion,
  google_sheets: googleSheets,
  csv_upload: csvUpload,
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof allSources;

export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(allSources, name);
}
