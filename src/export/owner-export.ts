/**
 * An export that the owner starts, by a command or a scheduled job: no token is needed, any spreadsheet of theirs may
 * be written to, and a webhook may be one of the destinations (contract 1.7.3).
 */
import { webhookSecret } from '../connections/webhook-secret.ts';
import type { ExportContext } from './export-context.ts';
import type { ReadQuery } from './parameters.ts';
import { type AllowedExport, allowExport } from './plan-export.ts';
import type { Save } from './saves.ts';

export interface OwnerExport {
  readonly endpointId: string;
  readonly query: ReadQuery;
  /** Null without a webhook. */
  readonly webhookUrl: string | null;
}

export async function allowOwnerExport(
  context: ExportContext,
  { endpointId: id, query, webhookUrl: url }: OwnerExport,
): Promise<AllowedExport> {
  const allowed = await allowExport(context, { route: 'owner', id, authorization: undefined, query });
  if (url === null) return allowed;
  const target = {
    url,
    secret: await webhookSecret(context, allowed.owner.id),
    allowPrivate: context.config.webhookPrivateAddresses,
  };
  const webhook: Save = { destination: 'webhook', target, connectionId: null };
  return { ...allowed, saves: [...allowed.saves, webhook] };
}
