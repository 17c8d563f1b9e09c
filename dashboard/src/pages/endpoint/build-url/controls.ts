/** Every parameter as a control (contract 4.6): which one, its words, and when it has an effect. */
import type { Answer } from '../../../api-client.ts';
import type { Query } from '../../../features/urls/url-of.ts';
import { valueIn } from './url-query.ts';

export type Endpoint = Answer<'GET /api/endpoints/:id'>;
export type Parameters = Answer<'GET /api/parameters'>;
export type ParameterName = Parameters['parameters'][number]['name'];

/** What a control must know to say whether it works here. */
export interface Situation {
  readonly endpoint: Endpoint;
  readonly parameters: Parameters;
  readonly query: Query;
}

export interface ControlProps extends Situation {
  readonly name: ParameterName;
  /** Undefined or empty: the parameter is left out. */
  readonly onChange: (name: string, value: string | undefined) => void;
}

/** Why a parameter has no effect or is refused here, and where that can be changed. */
export interface Restriction {
  readonly text: string;
  readonly page?: 'settings' | 'connections';
  /** It is refused: it cannot be switched on. */
  readonly isRefused?: true;
}

interface ControlRow {
  readonly label: string;
  /** What it does, in one sentence. */
  readonly help: string;
  readonly kind: 'format' | 'sql' | 'text' | 'choice' | 'flag' | 'sheet';
  /** Absent: beside the preview, with the statement. */
  readonly group?: 'Content' | 'File and browser' | 'Send elsewhere';
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Absent: always. */
  isShown?(situation: Situation): boolean;
  restriction?(situation: Situation): Restriction | undefined;
}

export const controls: Readonly<Record<ParameterName, ControlRow>> = {
  type: { label: 'Format', help: '', kind: 'format' },
  nest_json: {
    label: 'Wrap JSON in a key',
    help: 'Puts the data into an object under this key.',
    kind: 'text',
    isShown: (situation) =>
      formatOf(situation)?.isJson === true || valueIn(situation.query, 'nest_json') !== undefined,
    restriction: (situation) => {
      const format = formatOf(situation);
      return format?.isJson === false ? { text: `Has no effect on ${format.label}.` } : undefined;
    },
  },
  sql: { label: 'SQL', help: '', kind: 'sql' },
  extract_json_property: {
    label: 'Show linked records as',
    help: 'In cells with lists of records: the property to show, such as name.',
    kind: 'text',
    group: 'Content',
  },
  all_fields: {
    label: 'All columns',
    help: 'Also the columns that this endpoint leaves out.',
    kind: 'flag',
    group: 'Content',
    restriction: ({ endpoint }) =>
      endpoint.customParameters.includes('all_fields')
        ? undefined
        : { text: 'Not enabled for this endpoint.', page: 'settings', isRefused: true },
  },
  filename_timestamp: {
    label: 'Add a timestamp to the file name',
    help: 'The time of the download, in UTC.',
    kind: 'choice',
    group: 'File and browser',
    choices: [
      { value: '', label: 'None' },
      { value: 'end', label: 'At the end' },
      { value: 'start', label: 'At the start' },
    ],
  },
  show_wait_page: {
    label: 'Waiting page',
    help: 'A browser shows a page while the data loads, then downloads it.',
    kind: 'flag',
    group: 'File and browser',
  },
  save_to_gdrive: {
    label: 'Save to Google Drive',
    help: 'Each request also saves the file to your Google Drive.',
    kind: 'flag',
    group: 'Send elsewhere',
    restriction: googleMissing,
  },
  save_to_gsheets: {
    label: 'Save to a Google sheet',
    help: 'Each request also writes the rows to a sheet of yours.',
    kind: 'sheet',
    group: 'Send elsewhere',
    restriction: googleMissing,
  },
  email_me: {
    label: 'E-mail me',
    help: 'You get an e-mail when somebody uses the URL, at most one in five minutes.',
    kind: 'flag',
    group: 'Send elsewhere',
  },
};

export const controlNames = Object.keys(controls).filter((name): name is ParameterName => name in controls);

/** Besides, they mean something only beside `save_to_gsheets`. */
export const knownNames: readonly string[] = [...controlNames, 'spreadsheet', 'sheet'];

export function formatOf({ endpoint, parameters, query }: Situation) {
  const name = valueIn(query, 'type') || endpoint.type;
  return parameters.formats.find((format) => format.name === name);
}

export const isOn = (query: Query, name: string): boolean => valueIn(query, name)?.toLowerCase() === 'true';

function googleMissing({ parameters }: Situation): Restriction | undefined {
  if (parameters.isGoogleConnected) return undefined;
  return { text: 'Needs a Google connection.', page: 'connections', isRefused: true };
}
