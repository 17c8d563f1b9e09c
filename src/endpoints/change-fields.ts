/** Another selection of an endpoint's fields (section 2): its source is asked whether it has them. */
import type { ConnectionContext } from '../connections/connection-context.ts';
import { callNobody } from '../connections/platform-caller.ts';
import { allSources } from '../sources/all-sources.ts';
import { alwaysWaiting } from '../storage/upload-store.ts';
import { chooseFieldsAgain } from './choose-again.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointChanges } from './endpoint-store.ts';

/** What is to change of the endpoint; `fields` null: all of them. On a platform they are remembered as they are now. */
export async function changeFields(
  context: ConnectionContext,
  endpoint: Endpoint,
  fields: readonly string[] | null,
): Promise<EndpointChanges> {
  if (endpoint.connectionId !== null) return chooseFieldsAgain(context, endpoint, fields);
  if (fields) await requireColumns(context, endpoint, fields);
  return { fields };
}

/** As a hit would ask for them. */
async function requireColumns(
  { uploads }: ConnectionContext,
  { source, sourceSettings: settings }: Endpoint,
  fields: readonly string[],
): Promise<void> {
  using held = new DisposableStack();
  const openUpload = async (id: string): Promise<string> =>
    held.use(await uploads.open(id, alwaysWaiting)).folder;
  await allSources[source].fetch({ settings, fields, allFields: false, openUpload, call: callNobody });
}
