/** The secret that signs what the account's schedules post to webhooks: shown when its owner asks, and renewed. */
import { renewWebhookSecret, webhookSecret } from '../../connections/webhook-secret.ts';
import type { Handlers } from '../api.ts';

export const webhookSecretHandlers = {
  'POST /api/webhook-secret': async ({ context, account }) => ({
    secret: await webhookSecret(context, account.id),
  }),
  'POST /api/webhook-secret/renew': async ({ context, account }) => ({
    secret: await renewWebhookSecret(context, account.id),
  }),
} satisfies Partial<Handlers>;
