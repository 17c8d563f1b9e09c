/**
 * What an endpoint remembers of a Google spreadsheet, and where that is now: a sheet or a named range that was
 * renamed or moved is found by its id; one that is gone is refused with 409 (contract 7.4.1).
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { structureChanged } from '../remembered-fields.ts';
import type { Area } from './area.ts';
import { rememberedColumns } from './columns.ts';
import { label } from './platform.ts';
import { errorOfRefusal } from './refusals.ts';
import { areaOfNamedRange, areaOfSheet, readSchema, type Workbook } from './schema.ts';

export type Settings = z.infer<typeof settingsShape>;

export const idPattern = /^[\w-]+$/;

export function settingsOf(settings: unknown): Settings {
  return parseOrUnavailable(settingsShape, settings);
}

const kept = z.object({
  spreadsheet: z.string().regex(idPattern),
  fields: rememberedColumns,
  /** Its first rows may have held dates: then both ways of reading them are requested at once. */
  dates: z.boolean().default(false),
});
const settingsShape = z.union([
  kept.extend({ sheetId: z.int(), sheetTitle: z.string() }),
  kept.extend({ namedRangeId: z.string(), namedRange: z.string() }),
]);

export async function currentArea(call: CallPlatform, settings: Settings): Promise<Area> {
  const workbook = await readSchema(call, settings.spreadsheet).catch((error: unknown) => {
    throw errorOfRefusal(error);
  });
  const area = findArea(workbook, settings);
  if (area) return area;
  const what =
    'sheetId' in settings
      ? `sheet ${JSON.stringify(settings.sheetTitle)}`
      : `named range ${JSON.stringify(settings.namedRange)}`;
  throw structureChanged(label, `The ${what} was deleted.`);
}

function findArea(workbook: Workbook, settings: Settings): Area | undefined {
  if ('sheetId' in settings) {
    const sheet = workbook.sheets.find(({ sheetId }) => sheetId === settings.sheetId);
    return sheet && areaOfSheet(sheet);
  }
  const named = workbook.namedRanges.find(({ namedRangeId }) => namedRangeId === settings.namedRangeId);
  return named && areaOfNamedRange(workbook, named);
}

const names = z.object({ sheetTitle: z.string().optional(), namedRange: z.string().optional() });

export function tableNameOf(settings: unknown): string | undefined {
  const { sheetTitle, namedRange } = names.safeParse(settings).data ?? {};
  return sheetTitle ?? namedRange;
}
