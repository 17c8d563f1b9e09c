/** The sources of 1.3, by the name kept with an endpoint. */
import { csvUpload } from './csv-upload.ts';
import type { Source } from './source.ts';

export const allSources = { csv_upload: csvUpload } as const satisfies Record<string, Source>;

export type SourceName = keyof typeof allSources;

export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(allSources, name);
}
