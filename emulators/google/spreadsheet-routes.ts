/**
 * `/v4/spreadsheets…`: checks the caller and the quota, then dispatches the call.
 */
import { z } from 'zod';
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { callerOf, openSpreadsheet } from './caller-access.ts';
import { touchFile } from './drive-files.ts';
import { maskedBy } from './fields-mask.ts';
import type { GoogleSpreadsheet } from './google-data.ts';
import type { Grant } from './google-grants.ts';
import { badRequest, entityNotFound } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';
import { newSpreadsheet } from './new-spreadsheet.ts';
import { bodyOf } from './request-body.ts';
import type { SheetsQuota } from './sheets-quota.ts';
import { addSheet, applyChanges, changesSchema, sheetPropertiesSchema } from './spreadsheet-changes.ts';
import { spreadsheetResource } from './spreadsheet-resource.ts';
import { answerValues, type ValuesRoute } from './values-routes.ts';

export const spreadsheetsPath = '/v4/spreadsheets';

export function answerSheets(state: GoogleState, quota: SheetsQuota, call: EmulatedCall): EmulatedAnswer {
  const mode = call.method === 'GET' ? 'Read' : 'Write';
  const grant = callerOf(state, call, `sheets${mode}`);
  quota.spend(state, mode, grant.email);
  return { status: 200, body: maskedBy(resource(state, grant, call, mode), call.query.get('fields')) };
}

function resource(state: GoogleState, grant: Grant, call: EmulatedCall, mode: 'Read' | 'Write'): object {
  const rest = call.path.slice(spreadsheetsPath.length);
  if (rest === '' && call.method === 'POST') return create(state, grant, call);
  const [, id = '', verb, values] = /^\/([^/:]+)(?::(\w+))?(?:\/(values.*))?$/.exec(rest) ?? [];
  if (!id) throw entityNotFound();
  const spreadsheet = openSpreadsheet(state, grant, id, mode);
  if (mode === 'Write') touchFile(state, id);
  if (values !== undefined) return answerValues(spreadsheet, call, valuesRoute(values));
  if (verb === 'batchUpdate' && call.method === 'POST') return change(spreadsheet, call);
  if (verb === undefined && call.method === 'GET') return spreadsheetResource(spreadsheet);
  throw entityNotFound();
}

/** `values/{range}`, `values/{range}:append`, `values:batchGet`; the range itself may contain a colon. */
function valuesRoute(path: string): ValuesRoute {
  const [, batch] = /^values:(\w+)$/.exec(path) ?? [];
  if (batch) return { range: undefined, verb: batch };
  const [, range = '', verb] = /^values\/(.*?)(?::(append|clear))?$/.exec(path) ?? [];
  try {
    return { range: decodeURIComponent(range), verb };
  } catch {
    throw badRequest(`Unable to parse range: ${range}`);
  }
}

function change(spreadsheet: GoogleSpreadsheet, call: EmulatedCall): object {
  const { requests, includeSpreadsheetInResponse } = bodyOf(call, changesSchema);
  const replies = applyChanges(spreadsheet, requests);
  return {
    spreadsheetId: spreadsheet.id,
    replies,
    ...(includeSpreadsheetInResponse && { updatedSpreadsheet: spreadsheetResource(spreadsheet) }),
  };
}

const createSchema = z.object({
  properties: z
    .object({ title: z.string().optional(), locale: z.string().optional(), timeZone: z.string().optional() })
    .default({}),
  sheets: z.array(z.object({ properties: sheetPropertiesSchema.default({}) })).default([]),
});

function create(state: GoogleState, grant: Grant, call: EmulatedCall): object {
  const { properties, sheets } = bodyOf(call, createSchema);
  const spreadsheet = newSpreadsheet(properties.title ?? 'Untitled spreadsheet', grant.email);
  if (properties.locale) spreadsheet.locale = properties.locale;
  if (properties.timeZone) spreadsheet.timeZone = properties.timeZone;
  if (sheets.length > 0) spreadsheet.sheets.length = 0;
  sheets.forEach((sheet, index) => {
    addSheet(spreadsheet, sheet.properties, `Invalid sheets[${index}].properties: `);
  });
  state.spreadsheets.push(spreadsheet);
  return spreadsheetResource(spreadsheet);
}
