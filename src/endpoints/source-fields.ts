/**
 * The fields that the source of an endpoint has now, all of them, for whoever chooses among them: of an uploaded file
 * as they are stored, of a platform's table as its structure tells. No row is read.
 */
import type { ConnectionContext } from '../connections/connection-context.ts';
import { choiceOfSource } from '../connections/platforms.ts';
import type { Column } from '../table/table.ts';
import { chooseFrom } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { uploadedColumns } from './endpoint-columns.ts';

export async function sourceFields(
  context: ConnectionContext,
  endpoint: Endpoint,
): Promise<readonly Column[]> {
  const { source, sourceSettings, connectionId } = endpoint;
  if (connectionId === null) return uploadedColumns(context, endpoint, null);
  const { choiceOf, columnsOf } = choiceOfSource(source);
  const chosen = await chooseFrom(context, source, connectionId, choiceOf(sourceSettings), null);
  return columnsOf(chosen.settings);
}
