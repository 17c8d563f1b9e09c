/**
 * The lines in which the calls of this process wait for rate limits: whoever came first is served first, and only the
 * first asks the database (contract 8.4.1).
 */
import type { Database } from '../storage/database/database.ts';

const lines = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** Whether somebody is served or waits in it. */
export function hasLine(database: Database, name: string): boolean {
  return lines.get(database)?.has(name) ?? false;
}

/** One after another in each line; a line is dropped with its last turn. */
export function inTurn<T>(database: Database, name: string, serve: () => Promise<T>): Promise<T> {
  const all = lines.get(database) ?? new Map<string, Promise<unknown>>();
  lines.set(database, all);
  const turn = (all.get(name) ?? Promise.resolve()).then(serve, serve);
  all.set(name, turn);
  const leave = (): void => {
    if (all.get(name) === turn) all.delete(name);
  };
  turn.then(leave, leave);
  return turn;
}
