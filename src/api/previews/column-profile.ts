/**
 * The profile of a column: of an uploaded file that of all its rows, which is made once; of anything else that of a
 * sample, which says of how many rows it is. For no credit, and from the time of previews.
 */
import { cutName } from '../../base/listed-names.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { type Client, clientUntil } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { uploadProfile } from '../../export/kept/upload-profiles.ts';
import { readParameters, readQuery } from '../../export/parameters.ts';
import { type PlannedExport, planExport } from '../../export/plan-export.ts';
import { isExtracted } from '../../export/run-export.ts';
import { type Spent, sampleColumn } from '../../export/run-sample.ts';
import { uploadOf } from '../../sources/csv-upload/source.ts';
import { profileTable } from '../../table/profile/profile-table.ts';
import { profiledColumns, type TableProfile } from '../../table/profile/table-profile.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { maxSampleRows } from './preview-rows.ts';
import { takePreviewTime } from './preview-time.ts';

export type ShownProfile = Answer<'POST /api/endpoints/:id/profile'>;

export const columnProfileHandlers = {
  'POST /api/endpoints/:id/profile': async ({ context, account, params, body, signal }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const { values } = readQuery(Object.entries({ ...body.parameters, type: 'csv' }));
    const planned = planExport(context, endpoint, readParameters(values));
    using time = takePreviewTime(context, endpoint.accountId);
    const client = clientUntil(signal);
    return isWholeFile(planned)
      ? fileProfile(context, planned, body.column, { client, spent: time.spent })
      : sampleProfile(context, planned, body.column, { client, spent: time.spent });
  },
} satisfies Partial<Handlers>;

interface Asking {
  readonly client: Client;
  readonly spent: Spent;
}

/** Whether the columns are those of the file as they are. */
function isWholeFile(planned: PlannedExport): boolean {
  const { endpoint, parameters } = planned;
  return endpoint.source === 'csv_upload' && parameters.sql === undefined && !isExtracted(planned);
}

export async function fileProfile(
  context: ExportContext,
  {
    endpoint,
    parameters,
  }: Pick<PlannedExport, 'endpoint'> & {
    readonly parameters: Pick<PlannedExport['parameters'], 'allFields'>;
  },
  column: string,
  { client, spent }: Asking,
): Promise<ShownProfile> {
  if (!parameters.allFields && !isChosen(endpoint, column)) throw noColumn(column);
  const profile = await uploadProfile(context, uploadOf(endpoint.sourceSettings), client, spent);
  return shownProfile(profile, column, true);
}

async function sampleProfile(
  context: ExportContext,
  planned: PlannedExport,
  column: string,
  { client, spent }: Asking,
): Promise<ShownProfile> {
  const sample = await sampleColumn(context, planned, client, { column, spent, rows: maxSampleRows });
  if (!sample) throw noColumn(column);
  const { rows, columns } = await profileTable(sample);
  const [only] = columns;
  if (!only) throw noColumn(column);
  return { ...only, rows, isWhole: rows + sample.leftOut.rows < maxSampleRows };
}

export function shownProfile({ rows, columns }: TableProfile, name: string, isWhole: boolean): ShownProfile {
  const found = columns.find((column) => column.name === name);
  if (found) return { ...found, rows, isWhole };
  throw columns.length < profiledColumns ? noColumn(name) : notProfiled();
}

const isChosen = ({ fields }: Endpoint, column: string): boolean =>
  fields === null || fields.includes(column);

export function noColumn(column: string): RefusedError {
  return inputRefused(`There is no column "${cutName(column)}".`, 'column');
}

function notProfiled(): RefusedError {
  return inputRefused(`Only the first ${profiledColumns} columns have a profile.`, 'column');
}
