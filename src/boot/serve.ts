/**
 * Serves Tablecast: opens its state, starts the server, and on a signal stops taking requests, finishes the
 * answers in flight and leaves (contract 10.3.2).
 */

import { openSetup } from '../accounts/sign-in/setup-store.ts';
import { removeOldSignIns } from '../accounts/sign-in/sign-in-sweep-store.ts';
import { type AppContext, closeContext, openContext } from '../app-context.ts';
import { removeOldEntries } from '../audit/audit-store.ts';
import { dayMs, minuteMs } from '../base/durations.ts';
import { missingFacilities } from '../base/operating-system.ts';
import { workOffDueSubscriptions } from '../billing/due-subscriptions.ts';
import { removeOldEvents } from '../billing/payment-store.ts';
import { removeOldDeleted } from '../bin/remove-deleted.ts';
import { removeClosedAccounts } from '../closing/remove-closed-accounts.ts';
import type { Config } from '../config/config.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import { removeOldConsents } from '../connections/consent.ts';
import { removeIdleSlots } from '../connections/rate-limit-store.ts';
import { renewSecrets } from '../connections/renew-secrets.ts';
import { removeAbandonedUploads } from '../endpoints/arriving-upload.ts';
import { announceService } from '../endpoints/running-service.ts';
import { orphanedUploadSweeper, removeRetiredUploads } from '../endpoints/unneeded-uploads.ts';
import { closeExportContext, openExportContext } from '../export/export-context.ts';
import { backlog, bindPort } from '../http/connection/listen.ts';
import { stopServing } from '../http/connection/stop-serving.ts';
import { openMetrics, serveMetrics } from '../http/metrics.ts';
import { buildServer } from '../http/server.ts';
import { ledgerCompactor } from '../ledger/fold-store.ts';
import { noteIncome } from '../ledger/income-store.ts';
import { openLog, writeLastLines } from '../logging/log.ts';
import { removeOldMails } from '../mail/outbox-store.ts';
import { startSender } from '../mail/sender.ts';
import { removeOldRuns } from '../schedules/run-store.ts';
import { startScheduler } from '../schedules/scheduler.ts';
import { isOpenToOthers, prepareFolder } from '../storage/data-folder.ts';
import { sweepScratch } from '../storage/scratch.ts';
import { removeOldUsage } from '../usage/usage-sweep-store.ts';

interface RunningService {
  /** Its address; while there is no administrator, the link that makes one. */
  readonly dashboard: string;
  /**
   * For `graceMs` requests are still answered. May be called again, while it stops too: without a grace it then ends
   * the one that has begun.
   */
  stop(graceMs?: number): Promise<void>;
}

const sweepEveryMs = 10 * minuteMs;
const sweepCrashesEveryMs = minuteMs;
/** For runs of scheduled jobs, which another replica can take over. */
const longestGraceOfRunsMs = 10_000;
/** Stripe repeats an event for days, and by hand for a month. */
const eventsKeptMs = 400 * dayMs;

export async function startService(
  config: Config,
  log = openLog(config.logLevel),
  now = Date.now,
): Promise<RunningService> {
  // What has been opened is closed in the opposite order: on stop, or when a later step fails.
  await using opened = new AsyncDisposableStack();
  await prepareFolder(config.dataDir, 'DATA_DIR');
  const context = await openContext(config, log, now, { waitMs: config.databaseWaitMs, isService: true });
  opened.defer(() => closeContext(context));
  await context.uploads.check();
  const exporting = await openExportContext(context);
  opened.defer(() => closeExportContext(exporting));
  context.uploads
    .localFolder()
    .then((folder) => exporting.renderedFiles.findKept(folder))
    .catch((error) => log.error(error, 'cached renderings could not be loaded'));
  if (config.smtpUrl !== '') opened.use(startSender(context));
  const metrics = openMetrics(exporting.usage);
  const setup = await openSetup(context);
  opened.use(setup);
  const { app, connections } = buildServer(exporting, metrics);
  opened.defer(() => app.close());
  const { host, port } = config;
  await bindPort({ host, port, variable: 'PORT' }, () => app.listen({ port, host, backlog }));
  if (config.metricsPort !== undefined) {
    const server = await serveMetrics(metrics, host, config.metricsPort);
    opened.defer(() => void server.close());
  }
  opened.defer(await announceService(config));
  for (const sweeping of startSweeping(exporting, config)) opened.defer(() => clearInterval(sweeping));
  const scheduler = startScheduler(exporting);
  opened.defer(() => scheduler.stop(0));
  log.info({ port, baseUrl: config.baseUrl }, 'listening');
  if (setup.link !== undefined)
    log.info({ dashboard: setup.link }, 'open the dashboard to become its administrator');
  const missing = missingFacilities();
  if (missing.length > 0) log.warn({ missing }, 'this system lacks some of what Linux has');
  if (await isOpenToOthers(config.dataDir)) {
    log.warn({ dataDir: config.dataDir }, 'DATA_DIR is readable by other users of this machine');
  }
  const running = opened.move();
  let stopping: Promise<void> | undefined;
  const hurry = new AbortController();
  hurry.signal.addEventListener('abort', () => void scheduler.stop(0));
  const stop = async (graceMs: number): Promise<void> => {
    if (graceMs > 0) log.info({ graceMs }, 'stopping');
    await Promise.all([
      stopServing(app.server, connections, graceMs, hurry.signal),
      scheduler.stop(Math.min(graceMs, longestGraceOfRunsMs)),
    ]);
    await running.disposeAsync();
    log.info('stopped');
    await writeLastLines(log);
  };
  return {
    dashboard: setup.link ?? config.siteUrl,
    stop: (graceMs = 0) => {
      if (graceMs === 0) hurry.abort();
      stopping ??= stop(graceMs);
      return stopping;
    },
  };
}

type Steps = Readonly<Record<string, () => Promise<void>>>;

function startSweeping(context: ConnectionContext, { scratchDir }: Config): NodeJS.Timeout[] {
  const { database, uploads, log, now } = context;
  const crashes: Steps = {
    uploads: () => uploads.sweep(now()),
    abandonedUploads: () => removeAbandonedUploads(context),
    subscriptions: () => workOffDueSubscriptions(context),
  };
  const others: Steps = {
    scratch: () => sweepScratch(scratchDir, now()),
    retiredUploads: () => removeRetiredUploads(context),
    orphanedUploads: orphanedUploadSweeper(context),
    consents: () => removeOldConsents(context),
    jobRuns: () => removeOldRuns(context),
    rateLimits: () => removeIdleSlots(database),
    paymentEvents: () => removeOldEvents(database.db, now() - eventsKeptMs),
    secrets: secretRenewer(context),
    mails: () => removeOldMails(context),
    usage: () => removeOldUsage(context),
    income: () => noteIncome(context),
    ledger: ledgerCompactor(context),
    signIns: () => removeOldSignIns(context),
    audit: () => removeOldEntries(database.db, now()),
    bin: () => removeOldDeleted(context),
    closedAccounts: () => removeClosedAccounts(context),
  };
  return [sweepEvery(sweepCrashesEveryMs, crashes, log), sweepEvery(sweepEveryMs, others, log)];
}

/** A step that fails does not keep the others from their work, and one that takes long is not begun again. */
function sweepEvery(everyMs: number, steps: Steps, log: AppContext['log']): NodeJS.Timeout {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (const [step, sweep] of Object.entries(steps)) {
      await sweep().catch((err: unknown) => log.error({ err, step }, 'cleanup failed'));
    }
    isRunning = false;
  };
  void run();
  return setInterval(run, everyMs).unref();
}

/** With several keys it says once that the others can go, also when there was nothing to seal again. */
function secretRenewer(context: ConnectionContext): () => Promise<void> {
  let isTold = context.config.secretKey.length < 2;
  return async () => {
    const { renewed, isComplete } = await renewSecrets(context);
    if (!isComplete || (isTold && renewed === 0)) return;
    isTold = true;
    context.log.info({ renewed }, 'credentials are now encrypted with the new key');
  };
}
