/**
 * Every route of the dashboard's interface. Its handler stands under its name in the contract, so that a row without a
 * handler does not compile here, and a handler without a row not where it stands.
 */
import { mailChoiceHandlers } from './account/mail-choices.ts';
import { accountHandlers } from './account/own-account.ts';
import { apiKeyHandlers } from './account/own-api-keys.ts';
import { sessionHandlers } from './account/sessions.ts';
import { webhookSecretHandlers } from './account/shown-webhook-secret.ts';
import { administeredAccountHandlers } from './administration/administered-accounts.ts';
import { mailHandlers } from './administration/administered-mail.ts';
import { auditLogHandlers } from './administration/audit-log.ts';
import { invitationHandlers } from './administration/invitations.ts';
import { overviewHandlers } from './administration/overview.ts';
import { systemHandlers } from './administration/system.ts';
import type { Handlers } from './api.ts';
import { binHandlers } from './bin/bin.ts';
import { choiceHandlers } from './choices/choices.ts';
import { connectionTokenHandlers } from './connections/connection-token.ts';
import { connectionHandlers } from './connections/connections.ts';
import { consentHandlers } from './connections/consents.ts';
import { endpointHandlers } from './endpoints/endpoint-settings.ts';
import { endpointListHandlers } from './endpoints/endpoints.ts';
import { manyEndpointHandlers } from './endpoints/many-endpoints.ts';
import { proxyHandlers } from './endpoints/proxies.ts';
import { fileHandlers } from './endpoints/uploaded-file.ts';
import { findHandlers } from './find/find.ts';
import { customPlanHandlers } from './plans/custom-plan.ts';
import { offeredPlanHandlers } from './plans/offered-plans.ts';
import { planHandlers } from './plans/plan-changes.ts';
import { columnProfileHandlers } from './previews/column-profile.ts';
import { columnValueHandlers } from './previews/column-values.ts';
import { previewHandlers } from './previews/preview.ts';
import { previewChoiceHandlers } from './previews/preview-choices.ts';
import { publicPageHandlers } from './previews/public-endpoint.ts';
import { scheduleHandlers } from './schedules/schedule.ts';
import { scheduleRunHandlers } from './schedules/schedule-runs.ts';
import { scheduleListHandlers } from './schedules/schedules.ts';
import { accountUsageHandlers } from './usage/account-usage.ts';
import { endpointUsageHandlers } from './usage/endpoint-usage.ts';

export const allHandlers: Handlers = {
  ...accountHandlers,
  ...mailChoiceHandlers,
  ...sessionHandlers,
  ...apiKeyHandlers,
  ...webhookSecretHandlers,
  ...endpointListHandlers,
  ...endpointHandlers,
  ...manyEndpointHandlers,
  ...fileHandlers,
  ...proxyHandlers,
  ...previewHandlers,
  ...columnProfileHandlers,
  ...columnValueHandlers,
  ...previewChoiceHandlers,
  ...publicPageHandlers,
  ...connectionHandlers,
  ...connectionTokenHandlers,
  ...consentHandlers,
  ...choiceHandlers,
  ...scheduleListHandlers,
  ...scheduleHandlers,
  ...scheduleRunHandlers,
  ...binHandlers,
  ...findHandlers,
  ...accountUsageHandlers,
  ...endpointUsageHandlers,
  ...offeredPlanHandlers,
  ...planHandlers,
  ...customPlanHandlers,
  ...administeredAccountHandlers,
  ...invitationHandlers,
  ...mailHandlers,
  ...auditLogHandlers,
  ...overviewHandlers,
  ...systemHandlers,
};
