/**
 * Equal queries of one turn of the event loop become one, which is asked when everything that arrived in the turn has
 * been read: each caller still gets what the database says after it has asked.
 */
import type { PreparedQuery } from './database.ts';

export function coalesced<Row>(query: PreparedQuery<Row>): (key: string) => Promise<Row | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>();
  const ask = (): void => {
    const asked = waiting;
    waiting = new Map();
    for (const [key, { resolve, reject }] of asked) query(key).then(resolve, reject);
  };
  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    if (waiting.size === 0) setImmediate(ask);
    const answer = Promise.withResolvers<Row | undefined>();
    waiting.set(key, answer);
    return answer.promise;
  };
}
