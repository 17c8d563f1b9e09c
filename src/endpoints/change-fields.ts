/** Another selection of an endpoint's fields: its source is asked whether it has them. */
import type { ConnectionContext } from '../connections/connection-context.ts';
import { chooseFieldsAgain } from './choose-again.ts';
import type { Endpoint } from './endpoint.ts';
import { uploadedColumns } from './endpoint-columns.ts';
import type { EndpointChanges } from './endpoint-store.ts';

/** What is to change of the endpoint; `fields` null: all of them. On a platform they are remembered as they are now. */
export async function changeFields(
  context: ConnectionContext,
  endpoint: Endpoint,
  fields: readonly string[] | null,
): Promise<EndpointChanges> {
  if (endpoint.connectionId !== null) return chooseFieldsAgain(context, endpoint, fields);
  if (fields) await uploadedColumns(context, endpoint, fields);
  return { fields };
}
