/** The sources of contract 1.3 as people know them, by the name that an endpoint has for them. */
import {
  IconBrandAirtable,
  IconBrandNotion,
  IconFileSpreadsheet,
  IconFileTypeCsv,
} from '@tabler/icons-react';

export const sources = {
  csv_upload: { label: 'CSV file', icon: IconFileTypeCsv },
  airtable: { label: 'Airtable', icon: IconBrandAirtable },
  notion: { label: 'Notion', icon: IconBrandNotion },
  google_sheets: { label: 'Google Sheets', icon: IconFileSpreadsheet },
} as const;

export function sourceOf(name: string): (typeof sources)[keyof typeof sources] {
  return Object.hasOwn(sources, name) ? sources[name as keyof typeof sources] : sources.csv_upload;
}

/** Those with a connection, by the name of their platform. */
export const platformSources = [
  { platform: 'airtable', ...sources.airtable },
  { platform: 'notion', ...sources.notion },
  { platform: 'google', ...sources.google_sheets },
] as const;

export type PlatformName = (typeof platformSources)[number]['platform'];

export const platformSource = (name: string): (typeof platformSources)[number] | undefined =>
  platformSources.find(({ platform }) => platform === name);
