/**
 * Work on many rows or files of which one may be broken: each is tried, and what failed first is thrown at the end, for
 * the log. Only a failure of the database or the disk ends it at once, because the others would fail, too.
 */
import { isStateFailure } from '../state-failure.ts';

export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isStateFailure(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
