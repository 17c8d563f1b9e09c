/**
 * Parses the query into typed ExportParameters, once; no later step sees the query string. Names are read in any
 * case; if a parameter is repeated, the last value wins; names that mean nothing are ignored, and listed.
 */

import { cutName } from '../base/listed-names.ts';
import { ServiceError } from '../errors/errors.ts';
import { allFormats, type FormatName, isFormatName } from '../formats/all-formats.ts';

export interface ExportParameters {
  /** Undefined: the endpoint's default. */
  readonly type: FormatName | undefined;
  readonly sql: string | undefined;
  readonly nestJson: string | undefined;
  readonly filenameTimestamp: 'start' | 'end' | undefined;
  readonly extractJsonProperty: string | undefined;
  readonly allFields: boolean;
  readonly showWaitPage: boolean;
  readonly saveToGdrive: boolean;
  /** Undefined: not requested. */
  readonly saveToGsheets: { readonly spreadsheet: string; readonly sheet: string } | undefined;
  readonly emailMe: boolean;
}

/** Names and values in the order in which they were given. */
export type Query = Iterable<readonly [string, string]>;

interface ParameterRow {
  /** In Markdown. */
  readonly meaning: string;
  /** A query with it. */
  readonly example: string;
  /** What a form suggests. */
  readonly values: readonly string[];
}

const flag = ['true'] as const;

/** Every parameter; its page of the reference and the forms of the dashboard are made from this table. */
export const exportParameters = {
  type: {
    meaning: `Output format: one of ${Object.keys(allFormats).join(', ')}.`,
    example: 'type=json_records',
    values: Object.keys(allFormats),
  },
  sql: {
    meaning: 'A SELECT statement over the table `service_table`.',
    example: 'sql=SELECT%20City%20FROM%20service_table',
    values: ['SELECT * FROM service_table WHERE '],
  },
  nest_json: {
    meaning: 'Key name: wraps JSON output in an object with that single key.',
    example: 'type=json_records&nest_json=orders',
    values: [],
  },
  filename_timestamp: {
    meaning: '`true` or `end` appends a UTC timestamp to the filename, `start` prepends it.',
    example: 'filename_timestamp=start',
    values: ['end', 'start'],
  },
  extract_json_property: {
    meaning: 'Property name: in cells that are lists of objects, each object is replaced by that property.',
    example: 'extract_json_property=name',
    values: [],
  },
  all_fields: {
    meaning: '`true`: all fields of the source; works where the owner has enabled it.',
    example: 'all_fields=true',
    values: flag,
  },
  show_wait_page: {
    meaning: '`true`: a waiting page is shown in the browser, then the data is delivered.',
    example: 'show_wait_page=true',
    values: flag,
  },
  save_to_gdrive: {
    meaning: '`true`: also saves the output to the connected cloud drive.',
    example: 'save_to_gdrive=true',
    values: flag,
  },
  save_to_gsheets: {
    meaning:
      '`true`: also saves the output to an online spreadsheet: `spreadsheet` is its id, which the owner must have allowed for the endpoint, `sheet` the name of the sheet.',
    example: 'save_to_gsheets=true&spreadsheet=ID&sheet=Orders',
    values: flag,
  },
  email_me: {
    meaning:
      '`true`: writes the owner an e-mail that the export ran, one for an endpoint in five minutes at most.',
    example: 'email_me=true',
    values: flag,
  },
} as const satisfies Record<string, ParameterRow>;

export type ParameterName = keyof typeof exportParameters;

/** Names that mean something only beside `save_to_gsheets`. */
const sheetNames = ['spreadsheet', 'sheet'] as const;

type QueryName = ParameterName | (typeof sheetNames)[number];

export const queryNames: readonly string[] = [...Object.keys(exportParameters), ...sheetNames];

type Values = Readonly<Partial<Record<QueryName, string>>>;

export interface ReadQuery {
  /** The last value of each name that means something. */
  readonly values: Values;
  /** Other names, as they were written. */
  readonly ignored: readonly string[];
}

export function readQuery(query: Query): ReadQuery {
  const values: Partial<Record<QueryName, string>> = {};
  const ignored = new Set<string>();
  for (const [name, value] of query) {
    const known = name.toLowerCase();
    if (isQueryName(known)) values[known] = value;
    else ignored.add(name);
  }
  return { values, ignored: [...ignored] };
}

/** What to say of a name that means nothing, where each must mean something. */
export function unknownParameter({ ignored: [unknown] }: ReadQuery): string | undefined {
  return unknown === undefined
    ? undefined
    : `There is no parameter ${cutName(unknown)}; there are ${queryNames.join(', ')}.`;
}

function isQueryName(name: string): name is QueryName {
  return queryNames.includes(name);
}

export function readParameters(values: Values): ExportParameters {
  return {
    type: readType(values.type),
    sql: values.sql,
    nestJson: values.nest_json || undefined,
    filenameTimestamp: readTimestamp(values.filename_timestamp),
    extractJsonProperty: values.extract_json_property || undefined,
    allFields: readFlag(values, 'all_fields'),
    showWaitPage: readFlag(values, 'show_wait_page'),
    saveToGdrive: readFlag(values, 'save_to_gdrive'),
    saveToGsheets: readSpreadsheet(values),
    emailMe: readFlag(values, 'email_me'),
  };
}

function readType(value: string | undefined): FormatName | undefined {
  if (!value) return undefined;
  if (isFormatName(value)) return value;
  throw invalid('type', `must be one of ${Object.keys(allFormats).join(', ')}.`);
}

function readTimestamp(value: string | undefined): 'start' | 'end' | undefined {
  switch (value?.toLowerCase()) {
    case undefined:
    case '':
    case 'false':
      return undefined;
    case 'true':
    case 'end':
      return 'end';
    case 'start':
      return 'start';
    default:
      throw invalid('filename_timestamp', 'must be one of true, end, start.');
  }
}

/** `spreadsheet` and `sheet` are ignored without `save_to_gsheets`. */
function readSpreadsheet(values: Values): ExportParameters['saveToGsheets'] {
  if (!readFlag(values, 'save_to_gsheets')) return undefined;
  const { spreadsheet, sheet } = values;
  if (!spreadsheet) throw invalid('spreadsheet', 'must be the id of a spreadsheet.');
  if (!sheet) throw invalid('sheet', 'must be the name of a sheet.');
  return { spreadsheet, sheet };
}

function readFlag(values: Values, name: ParameterName): boolean {
  switch (values[name]?.toLowerCase()) {
    case undefined:
    case '':
    case 'false':
      return false;
    case 'true':
      return true;
    default:
      throw invalid(name, 'must be true or false.');
  }
}

function invalid(parameter: string, problem: string): ServiceError {
  return new ServiceError('parameterInvalid', { placeholders: { parameter, problem } });
}
