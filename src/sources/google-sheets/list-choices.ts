/**
 * What can be chosen on Google: spreadsheets that Drive shows to this service (those it made or was given; any other by
 * its address), then the sheets and named ranges of one.
 */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { matchingOptions, maxOptions } from '../matching-options.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { ChoiceOption, ChoiceStep, Listed, ListRequest, LookedAround } from '../source.ts';
import { addressOf } from './address.ts';
import { openWorkbook } from './open-workbook.ts';
import { areaOfNamedRange, areaOfSheet, type Workbook } from './schema.ts';

export const steps: readonly [ChoiceStep, ...ChoiceStep[]] = [
  {
    part: 'spreadsheet',
    label: 'Spreadsheet',
    isOptional: false,
    paste: 'The address of a spreadsheet, as the browser shows it: https://docs.google.com/spreadsheets/d/…',
    list: ({ call, search }) => listSpreadsheets(call, search),
  },
  { part: 'sheet', label: 'Sheet or named range', isOptional: true, paste: null, list: listSheets },
];

/** Every permission was there when the owner consented; a token without them is refused by Drive. */
export async function lookAround(call: CallPlatform): Promise<LookedAround> {
  return { ...(await listSpreadsheets(call, '')), missing: [] };
}

const filesShape = z.object({
  files: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

async function listSpreadsheets(call: CallPlatform, search: string): Promise<Listed> {
  const name = search.trim().replace(/[\\']/g, '\\$&');
  const q = [
    "mimeType = 'application/vnd.google-apps.spreadsheet'",
    'trashed = false',
    ...(name === '' ? [] : [`name contains '${name}'`]),
  ].join(' and ');
  const query = new URLSearchParams({
    q,
    orderBy: 'modifiedTime desc',
    pageSize: String(maxOptions),
    fields: 'files(id,name),nextPageToken',
  });
  const { json } = await call({ path: `/drive/v3/files?${query}`, scope: 'drive' }).catch(refused);
  const { files, nextPageToken } = parseOrUnavailable(filesShape, json);
  return {
    options: files.map(({ id, name: title }) => ({ value: id, name: title, note: null })),
    hasMore: nextPageToken !== undefined,
  };
}

function refused(error: unknown): never {
  if (!(error instanceof PlatformRefusal)) throw error;
  const data = `Google Drive refuses to list spreadsheets: ${error.message}`;
  throw new ServiceError(error.status === 403 ? 'platformRefused' : 'sourceUnavailable', {
    data,
    cause: error,
  });
}

async function listSheets({ call, search, choice }: ListRequest): Promise<Listed> {
  const { spreadsheet } = addressOf(choice['spreadsheet']);
  return matchingOptions(tabsOf(await openWorkbook(call, spreadsheet)), search);
}

/** A range with the title of a sheet cannot be meant: the sheet is. */
function tabsOf(workbook: Workbook): ChoiceOption[] {
  const sheets = workbook.sheets.filter((sheet) => areaOfSheet(sheet) !== undefined);
  const titles = new Set(sheets.map(({ title }) => title.toLowerCase()));
  const ranges = workbook.namedRanges.filter(
    (range) => !titles.has(range.name.toLowerCase()) && areaOfNamedRange(workbook, range) !== undefined,
  );
  return [
    ...sheets.map(({ title, hidden }) => ({ value: title, name: title, note: hidden ? 'hidden' : null })),
    ...ranges.map(({ name }) => ({ value: name, name, note: 'named range' })),
  ];
}
