/** The marks of transactions (`postgres-connections.ts`) are of use for minutes only. */
import { minuteMs } from '../../base/durations.ts';
import type { Database } from './database.ts';

/** Longer than anybody asks what became of a transaction. */
const keptForMs = 10 * minuteMs;

export async function removeOldMarks({ db, engine }: Database): Promise<void> {
  await db
    .deleteFrom('transaction_marks')
    .where('at', '<', (field) => field(engine.now, '-', keptForMs))
    .execute();
}
