/** Tells the other processes that this one is alive, and voids the holds of those that are not (contract 8.1.5). */
import type { AppContext } from '../app-context.ts';
import { removeOldMarks } from '../storage/database/transaction-mark-store.ts';
import { markAlive, removeSilentInstances, voidAbandonedHolds } from './hold-store.ts';

const everyMs = 5_000;
/** A process without a heartbeat for this long is considered dead. */
const silentForMs = 20_000;

/** `alsoDo` is done with every beat. One beat ends before the next begins. */
export async function startHeartbeat(
  context: AppContext,
  instanceId: string,
  alsoDo: () => Promise<void>,
): Promise<AsyncDisposable> {
  const { log } = context;
  let lastBeat = performance.now();
  const beat = async (): Promise<void> => {
    await markAlive(context.database, instanceId);
    const missedMs = performance.now() - lastBeat;
    lastBeat = performance.now();
    // After an outage the others are as silent as this one was: they get time for a beat of their own.
    if (missedMs < silentForMs) await voidOthers(context);
    await alsoDo();
  };
  await beat();
  let beating = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => {
      beating = beat().catch((error: unknown) => log.error(error, 'heartbeat failed'));
      void beating.then(() => timer && wait());
    }, everyMs).unref();
  };
  wait();
  return {
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer);
      timer = undefined;
      await beating;
    },
  };
}

async function voidOthers({ database, log }: AppContext): Promise<void> {
  const voided = await voidAbandonedHolds(database, silentForMs);
  if (voided > 0) log.warn({ voided }, 'voided credits that a stopped process had on hold');
  await removeSilentInstances(database, silentForMs);
  await removeOldMarks(database);
}
