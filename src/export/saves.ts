/**
 * The destinations that an export is also saved to, checked before anything is fetched: the owner must have allowed
 * the spreadsheet for this endpoint or export by themselves, and an account must be connected (contract 4.6.13).
 */
import type { Connection } from '../connections/connection.ts';
import { connectionsOf } from '../connections/connection-store.ts';
import type { DestinationName } from '../destinations/all-destinations.ts';
import type { SaveTarget } from '../destinations/destination.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import type { ExportContext } from './export-context.ts';
import type { ExportParameters } from './parameters.ts';

export interface Save {
  readonly destination: DestinationName;
  readonly target: SaveTarget;
  /** Null if the destination is not a platform. */
  readonly connectionId: string | null;
}

export async function savesOf(
  context: ExportContext,
  endpoint: Endpoint,
  { saveToGdrive, saveToGsheets }: ExportParameters,
  isOwner: boolean,
): Promise<readonly Save[]> {
  const isAllowed = isOwner || endpoint.allowedSpreadsheets.includes(saveToGsheets?.spreadsheet ?? '');
  if (saveToGsheets && !isAllowed) {
    throw new ServiceError('customParameterDisabled', { placeholders: { parameter: 'save_to_gsheets' } });
  }
  const connectionId = await googleConnection(context, endpoint);
  if (connectionId === undefined) {
    const parameter = saveToGdrive ? 'save_to_gdrive' : 'save_to_gsheets';
    throw new ServiceError('destinationNotConnected', { placeholders: { parameter } });
  }
  return [
    ...(saveToGdrive ? [{ destination: 'save_to_gdrive', target: {}, connectionId } as const] : []),
    ...(saveToGsheets
      ? [{ destination: 'save_to_gsheets', target: saveToGsheets, connectionId } as const]
      : []),
  ];
}

/** Whether the account can save anything to Google. */
export async function isGoogleConnected(context: ExportContext, accountId: string): Promise<boolean> {
  return (await googleConnections(context, accountId)).length > 0;
}

async function googleConnections({ database }: ExportContext, accountId: string): Promise<Connection[]> {
  const connections = await connectionsOf(database.db, accountId);
  return connections.filter(({ platform, state }) => platform === 'google' && state !== 'disconnected');
}

/** The endpoint's own connection, otherwise a working one, otherwise the newest. */
async function googleConnection(context: ExportContext, endpoint: Endpoint): Promise<string | undefined> {
  const google = await googleConnections(context, endpoint.accountId);
  const own = google.find(({ id }) => id === endpoint.connectionId);
  return (own ?? google.find(({ state }) => state === 'working') ?? google[0])?.id;
}
