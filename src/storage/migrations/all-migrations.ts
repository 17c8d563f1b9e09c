/** Every migration in order; its number is the schema version that it produces. */
import type { Db } from '../database/database.ts';
import { initial } from './0001-initial.ts';
import { connections } from './0002-connections.ts';
import { rateLimitSlots } from './0003-rate-limit-slots.ts';
import { rateLimitSlotsByTime } from './0004-rate-limit-slots-by-time.ts';
import { proxyHints } from './0005-proxy-hints.ts';
import { mail } from './0006-mail.ts';
import { jobs } from './0007-jobs.ts';
import { usage } from './0008-usage.ts';
import { billing } from './0009-billing.ts';
import { transactionMarks } from './0010-transaction-marks.ts';
import { signIn } from './0011-sign-in.ts';
import { oneOfEach } from './0012-one-of-each.ts';
import { foldedTexts } from './0013-folded-texts.ts';
import { audit } from './0014-audit.ts';
import { endsOfAccounts } from './0015-ends-of-accounts.ts';
import { setupLinks } from './0016-setup-links.ts';
import { endpointOutcomes } from './0017-endpoint-outcomes.ts';
import { mailChoices } from './0018-mail-choices.ts';
import { views } from './0019-views.ts';
import { bin } from './0020-bin.ts';
import { linkedRecords } from './0021-linked-records.ts';
import { ownersConsole } from './0022-owners-console.ts';
import { pausedEndpoints } from './0023-paused-endpoints.ts';

export type Migration = (db: Db) => Promise<void>;

export const allMigrations: Readonly<Record<number, Migration>> = {
  1: initial,
  2: connections,
  3: rateLimitSlots,
  4: rateLimitSlotsByTime,
  5: proxyHints,
  6: mail,
  7: jobs,
  8: usage,
  9: billing,
  10: transactionMarks,
  11: signIn,
  12: oneOfEach,
  13: foldedTexts,
  14: audit,
  15: endsOfAccounts,
  16: setupLinks,
  17: endpointOutcomes,
  18: mailChoices,
  19: views,
  20: bin,
  21: linkedRecords,
  22: ownersConsole,
  23: pausedEndpoints,
};
