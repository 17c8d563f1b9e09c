/** The secret that signs what the account's schedules post to webhooks: shown when its owner asks, and renewed. */
import { renewWebhookSecret, webhookSecret } from '../../connections/webhook-secret.ts';
import type { Handler } from '../api.ts';

export const showSecret: Handler<'POST /api/webhook-secret'> = async ({ context, account }) => ({
  secret: await webhookSecret(context, account.id),
});

export const renewSecret: Handler<'POST /api/webhook-secret/renew'> = async ({ context, account }) => ({
  secret: await renewWebhookSecret(context, account.id),
});
