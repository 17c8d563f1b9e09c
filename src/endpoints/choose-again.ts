/**
 * Choosing the fields of a platform's table again (contract 1.8.4): the same table, but the endpoint now remembers its
 * fields as they are today. This is how an owner resolves a 409.
 */
import type { ConnectionContext } from '../connections/connection-context.ts';
import { choiceOfSource } from '../connections/platforms.ts';
import { chooseFrom } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointChanges } from './endpoint-store.ts';

/** What is to change of the endpoint. `fields` null: all of them. */
export async function chooseFieldsAgain(
  context: ConnectionContext,
  { source, sourceSettings, connectionId }: Endpoint,
  fields: readonly string[] | null,
): Promise<EndpointChanges> {
  if (connectionId === null) throw new TypeError('the endpoint has no connection');
  const choice = choiceOfSource(source).choiceOf(sourceSettings);
  const chosen = await chooseFrom(context, source, connectionId, choice, fields);
  return { sourceSettings: chosen.settings, fields: fields === null ? null : chosen.fields };
}
