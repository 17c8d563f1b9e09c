/**
 * Records what has just been done, where it has no transaction to be recorded in: it has happened by then, so an entry
 * that cannot be written fails nobody, and is in the log of the service.
 */
import type { AppContext } from '../app-context.ts';
import type { Actor, AuditEvent } from './audit-entry.ts';
import { countEvent, recordEvents } from './audit-store.ts';

export async function recordAfter(
  { database, now, log }: AppContext,
  actor: Actor,
  events: readonly AuditEvent[],
): Promise<void> {
  try {
    await recordEvents(database.db, actor, events, now());
  } catch (err) {
    log.error(
      { err, actions: events.map(({ action }) => action) },
      'an entry of the audit log could not be written',
    );
  }
}

/** For what others can cause as often as they like: one entry for the day, with how often. */
export async function countAfter(
  { database, now, log }: AppContext,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  try {
    await countEvent(database.db, actor, event, now());
  } catch (err) {
    log.error({ err, actions: [event.action] }, 'an entry of the audit log could not be written');
  }
}
