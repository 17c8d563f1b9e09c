/**
 * Another selection of an endpoint's fields (contract 1.8.4): its source is asked whether it has them. On a platform
 * the endpoint remembers them as they are today, which is how an owner resolves a 409.
 */
import type { ConnectionContext } from '../connections/connection-context.ts';
import { choiceOfSource } from '../connections/platforms.ts';
import { chooseFrom } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { uploadedColumns } from './endpoint-columns.ts';
import type { EndpointChanges } from './endpoint-store.ts';

/** What is to change of the endpoint; `fields` null: all of them. */
export async function changeFields(
  context: ConnectionContext,
  endpoint: Endpoint,
  fields: readonly string[] | null,
): Promise<EndpointChanges> {
  const { source, sourceSettings, connectionId } = endpoint;
  if (connectionId === null) {
    if (fields) await uploadedColumns(context, endpoint, fields);
    return { fields };
  }
  const choice = choiceOfSource(source).choiceOf(sourceSettings);
  const chosen = await chooseFrom(context, source, connectionId, choice, fields);
  return { sourceSettings: chosen.settings, fields: fields === null ? null : chosen.fields };
}
