/** Every command, by its words. */
import {
  accountCreate,
  accountDelete,
  accountList,
  accountRestore,
  accountSet,
  accountShow,
} from './account-commands.ts';
import { accountExport } from './account-export-command.ts';
import { apiKeyCreate, apiKeyDelete, apiKeyList } from './api-key-commands.ts';
import { auditList } from './audit-command.ts';
import { backup } from './backup-command.ts';
import type { Command } from './command.ts';
import {
  connectionAdd,
  connectionAuthorize,
  connectionJoin,
  connectionList,
  connectionRemove,
  connectionSet,
} from './connection-commands.ts';
import { endpointDelete, endpointList, endpointSet, endpointShow } from './endpoint-commands.ts';
import { endpointCreate } from './endpoint-create-command.ts';
import { mailList, mailRetry } from './mail-commands.ts';
import { endpointPause, endpointResume } from './pause-commands.ts';
import {
  planBuyCredits,
  planCancel,
  planChange,
  planChoose,
  planPortal,
  planResume,
} from './plan-commands.ts';
import { endpointPreview } from './preview-command.ts';
import { proxyCreate, proxyDelete, proxyList, proxyRenew, proxySet } from './proxy-commands.ts';
import { publish } from './publish-command.ts';
import { connectionRestore, endpointRestore, proxyRestore, scheduleRestore } from './restore-commands.ts';
import {
  scheduleCreate,
  scheduleDelete,
  scheduleHistory,
  scheduleList,
  schedulePause,
  scheduleResume,
  scheduleRun,
  scheduleSet,
} from './schedule-commands.ts';
import { system } from './system-command.ts';
import { usage } from './usage-command.ts';
import { accountWebhookSecret, endpointSend } from './webhook-commands.ts';

export const allCommands: Readonly<Record<string, Command>> = {
  publish,
  'account create': accountCreate,
  'account list': accountList,
  'account show': accountShow,
  'account set': accountSet,
  'account delete': accountDelete,
  'account restore': accountRestore,
  'account export': accountExport,
  'account webhook-secret': accountWebhookSecret,
  'api-key create': apiKeyCreate,
  'api-key list': apiKeyList,
  'api-key delete': apiKeyDelete,
  'connection add': connectionAdd,
  'connection authorize': connectionAuthorize,
  'connection list': connectionList,
  'connection set': connectionSet,
  'connection join': connectionJoin,
  'connection remove': connectionRemove,
  'connection restore': connectionRestore,
  'endpoint create': endpointCreate,
  'endpoint set': endpointSet,
  'endpoint show': endpointShow,
  'endpoint list': endpointList,
  'endpoint preview': endpointPreview,
  'endpoint send': endpointSend,
  'endpoint pause': endpointPause,
  'endpoint resume': endpointResume,
  'endpoint delete': endpointDelete,
  'endpoint restore': endpointRestore,
  'plan choose': planChoose,
  'plan change': planChange,
  'plan cancel': planCancel,
  'plan resume': planResume,
  'plan buy-credits': planBuyCredits,
  'plan portal': planPortal,
  'proxy create': proxyCreate,
  'proxy list': proxyList,
  'proxy set': proxySet,
  'proxy renew': proxyRenew,
  'proxy delete': proxyDelete,
  'proxy restore': proxyRestore,
  'schedule create': scheduleCreate,
  'schedule set': scheduleSet,
  'schedule list': scheduleList,
  'schedule history': scheduleHistory,
  'schedule run': scheduleRun,
  'schedule pause': schedulePause,
  'schedule resume': scheduleResume,
  'schedule delete': scheduleDelete,
  'schedule restore': scheduleRestore,
  'mail list': mailList,
  'mail retry': mailRetry,
  'audit list': auditList,
  usage,
  system,
  backup,
};
