/**
 * `/v4/spreadsheets/{id}/values…`: get, batchGet, update, batchUpdate, append, clear and batchClear.
 */
import { z } from 'zod';
import type { EmulatedCall } from '../emulator-server.ts';
import { clipToGrid, resolveRange } from './a1-notation.ts';
import { type ValueInputOption, valueInputOptions } from './cell-input.ts';
import { dateTimeRenderOptions, type Rendering, valueRenderOptions } from './cell-rendering.ts';
import type { GoogleSpreadsheet } from './google-data.ts';
import { badRequest, entityNotFound } from './google-problem.ts';
import { bodyOf, choiceOf } from './request-body.ts';
import { readValues } from './sheet-values.ts';
import { appendValues, clearValues, doWrite, planWrite, type WriteRequest } from './sheet-writes.ts';

const dimensions = ['ROWS', 'COLUMNS'] as const;

const valueRangeSchema = z.object({
  range: z.string().optional(),
  majorDimension: z.enum(dimensions).default('ROWS'),
  values: z.array(z.array(z.unknown())).default([]),
});

const batchUpdateSchema = z.object({
  valueInputOption: z.string().optional(),
  data: z.array(valueRangeSchema).default([]),
  includeValuesInResponse: z.boolean().default(false),
  responseValueRenderOption: z.enum(valueRenderOptions).default('FORMATTED_VALUE'),
  responseDateTimeRenderOption: z.enum(dateTimeRenderOptions).default('SERIAL_NUMBER'),
});

/** `range` is decoded; undefined for the batch methods, which `verb` names. */
export interface ValuesRoute {
  readonly range: string | undefined;
  readonly verb: string | undefined;
}

export function answerValues(spreadsheet: GoogleSpreadsheet, call: EmulatedCall, route: ValuesRoute): object {
  const { range, verb } = route;
  if (range === undefined) {
    if (call.method === 'GET' && verb === 'batchGet') return batchGet(spreadsheet, call);
    if (call.method === 'POST' && verb === 'batchUpdate') return batchUpdate(spreadsheet, call);
    if (call.method === 'POST' && verb === 'batchClear') return batchClear(spreadsheet, call);
  } else if (verb === undefined) {
    if (call.method === 'GET') return readValues(spreadsheet, range, ...readOptions(call));
    if (call.method === 'PUT') return update(spreadsheet, call, range);
  } else if (verb === 'append') return append(spreadsheet, call, range);
  else if (verb === 'clear') {
    return { spreadsheetId: spreadsheet.id, clearedRange: clear(spreadsheet, range) };
  }
  throw entityNotFound();
}

function readOptions({ query }: EmulatedCall): [(typeof dimensions)[number], Rendering] {
  const rendering = {
    values: choiceOf(query.get('valueRenderOption'), valueRenderOptions, 'value_render_option'),
    dates: choiceOf(query.get('dateTimeRenderOption'), dateTimeRenderOptions, 'date_time_render_option'),
  };
  return [choiceOf(query.get('majorDimension'), dimensions, 'major_dimension'), rendering];
}

function batchGet(spreadsheet: GoogleSpreadsheet, call: EmulatedCall): object {
  const options = readOptions(call);
  const ranges = call.query.getAll('ranges');
  return {
    spreadsheetId: spreadsheet.id,
    valueRanges: ranges.map((range) => readValues(spreadsheet, range, ...options)),
  };
}

function inputOption(value: string | null | undefined): ValueInputOption {
  if (!value || value === 'INPUT_VALUE_OPTION_UNSPECIFIED') {
    throw badRequest("'valueInputOption' is required but not specified");
  }
  return choiceOf(value, valueInputOptions, 'value_input_option');
}

/** The range in the body may be omitted, but must not differ. */
function writeRequest(spreadsheet: GoogleSpreadsheet, call: EmulatedCall, range: string): WriteRequest {
  const body = bodyOf(call, valueRangeSchema);
  if (body.range !== undefined && body.range !== range) {
    const [asked, given] = [resolveRange(spreadsheet, range), resolveRange(spreadsheet, body.range)];
    const keys = ['sheet', 'startRow', 'endRow', 'startColumn', 'endColumn'] as const;
    if (keys.some((key) => asked[key] !== given[key])) {
      throw badRequest(`Requested range [${range}] does not match the range of the data [${body.range}]`);
    }
  }
  return { ...body, range };
}

function update(spreadsheet: GoogleSpreadsheet, call: EmulatedCall, range: string): object {
  const { query } = call;
  const option = inputOption(query.get('valueInputOption'));
  const planned = planWrite(spreadsheet, writeRequest(spreadsheet, call, range), option);
  const answer: Rendering = {
    values: choiceOf(
      query.get('responseValueRenderOption'),
      valueRenderOptions,
      'response_value_render_option',
    ),
    dates: choiceOf(
      query.get('responseDateTimeRenderOption'),
      dateTimeRenderOptions,
      'response_date_time_option',
    ),
  };
  return doWrite(spreadsheet, planned, query.get('includeValuesInResponse') === 'true' ? answer : undefined);
}

function batchUpdate(spreadsheet: GoogleSpreadsheet, call: EmulatedCall): object {
  const body = bodyOf(call, batchUpdateSchema);
  const option = inputOption(body.valueInputOption);
  const answer: Rendering = {
    values: body.responseValueRenderOption,
    dates: body.responseDateTimeRenderOption,
  };
  const planned = body.data.map((data) =>
    planWrite(spreadsheet, { ...data, range: data.range ?? '' }, option),
  );
  const responses = planned.map((one) =>
    doWrite(spreadsheet, one, body.includeValuesInResponse ? answer : undefined),
  );
  const sum = (key: 'updatedRows' | 'updatedColumns' | 'updatedCells'): number =>
    responses.reduce((total, response) => total + (response[key] ?? 0), 0);
  return {
    spreadsheetId: spreadsheet.id,
    totalUpdatedRows: sum('updatedRows'),
    totalUpdatedColumns: sum('updatedColumns'),
    totalUpdatedCells: sum('updatedCells'),
    totalUpdatedSheets: new Set(planned.map(({ sheet }) => sheet)).size,
    responses,
  };
}

function append(spreadsheet: GoogleSpreadsheet, call: EmulatedCall, range: string): object {
  const option = inputOption(call.query.get('valueInputOption'));
  const insert = call.query.get('insertDataOption');
  const inserts = choiceOf(insert, ['OVERWRITE', 'INSERT_ROWS'], 'insert_data_option') === 'INSERT_ROWS';
  return appendValues(spreadsheet, writeRequest(spreadsheet, call, range), option, inserts);
}

function clear(spreadsheet: GoogleSpreadsheet, text: string): string {
  const range = resolveRange(spreadsheet, text);
  return clearValues(range.sheet, clipToGrid(range));
}

function batchClear(spreadsheet: GoogleSpreadsheet, call: EmulatedCall): object {
  const { ranges } = bodyOf(call, z.object({ ranges: z.array(z.string()).default([]) }));
  const boxes = ranges.map((text) => resolveRange(spreadsheet, text));
  const clipped = boxes.map((range) => ({ sheet: range.sheet, box: clipToGrid(range) }));
  return {
    spreadsheetId: spreadsheet.id,
    clearedRanges: clipped.map(({ sheet, box }) => clearValues(sheet, box)),
  };
}
