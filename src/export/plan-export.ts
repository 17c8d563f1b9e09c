/**
 * Step 1 of contract 4.2.3 and every other check that needs no data, in the fixed order of contract 4.2.2. It fetches
 * nothing and changes no credit.
 */
import type { Route } from '../access/bearer.ts';
import type { OwnerStatus } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import type { FinishedRun } from '../ledger/credit-task.ts';
import type { NamedLink } from '../mail/template.ts';
import type { ExportContext } from './export-context.ts';
import { exportFilename } from './filename.ts';
import { withFixedParameters } from './fixed-parameters.ts';
import { type ExportParameters, type ReadQuery, readParameters } from './parameters.ts';
import { type Save, savesOf } from './saves.ts';

export interface ExportRequest {
  readonly route: Route | 'owner';
  readonly id: string;
  readonly authorization: string | undefined;
  readonly query: ReadQuery;
  /** Hears which endpoint it is, also when the request is then refused. */
  readonly onFound?: (endpointId: string) => void;
}

/** What is to be exported, and how. */
export interface PlannedExport {
  readonly endpoint: Endpoint;
  readonly parameters: ExportParameters;
  readonly type: FormatName;
  readonly filename: string;
  /** The owner fixed `sql` on the proxy: the caller did not write it. */
  readonly isSqlFixed?: boolean;
}

/** A request that has passed every check. */
export interface AllowedExport {
  readonly planned: PlannedExport;
  readonly owner: OwnerStatus;
  readonly saves: readonly Save[];
  /** Names of the query that have no effect. */
  readonly ignored: readonly string[];
  /** Absent unless a scheduled job exports. */
  readonly scheduled?: ScheduledRun;
}

/** A run of a scheduled job: what came of it is written together with the charge. */
export interface ScheduledRun {
  succeeded(
    exported: { readonly rows: number | null; readonly bytes: number },
    saved: readonly NamedLink[],
  ): FinishedRun;
  /** Of one that failed, but only after everything had been delivered. */
  failed(error: ServiceError): Promise<FinishedRun>;
}

export async function allowExport(context: ExportContext, request: ExportRequest): Promise<AllowedExport> {
  const { endpoint, owner, fixedParameters } = await context.access[request.route](
    request.id,
    request.authorization,
    request.onFound,
  );
  const { values, ignored } = withFixedParameters(request.query, fixedParameters);
  const parameters = readParameters(values);
  const isSqlFixed = fixedParameters['sql'] !== undefined;
  const planned = { ...planExport(context, endpoint, parameters), isSqlFixed };
  const isSaved = parameters.saveToGdrive || parameters.saveToGsheets !== undefined;
  const saves = isSaved ? await savesOf(context, endpoint, parameters, request.route === 'owner') : [];
  return { planned, owner, saves, ignored };
}

/** Sufficient for a sample, which needs neither a token nor a credit. */
export function planExport(
  context: Pick<AppContext, 'now'>,
  endpoint: Endpoint,
  parameters: ExportParameters,
): PlannedExport {
  if (parameters.allFields && !endpoint.customParameters.includes('all_fields')) {
    throw new ServiceError('customParameterDisabled', { placeholders: { parameter: 'all_fields' } });
  }
  const type = parameters.type ?? endpoint.type;
  const { extension } = allFormats[type];
  const filename = exportFilename(endpoint.name, extension, parameters.filenameTimestamp, context.now());
  return { endpoint, parameters, type, filename };
}
