/**
 * How much time of the SQL processes each endpoint and each owner has used lately, which decides whose statement
 * comes next; and which endpoints have a clean record: none of their statements had to be ended.
 */
import { LRUCache } from 'lru-cache';

export interface SqlCaller {
  readonly endpoint: string;
  /** A caller can have many endpoints, but not many owners. */
  readonly owner: string;
}

/** A statement under way. */
interface RunningCaller {
  readonly caller: SqlCaller;
  readonly began: number;
}

const halfLifeMs = 60_000;
const cleanAgainAfterMs = 5 * 60_000;
/** Differences below this do not count, so that small statements take turns. */
const stepMs = 500;
const maxRemembered = 10_000;

interface Used {
  readonly ms: number;
  readonly at: number;
}

export class TimeUsed {
  readonly #endpoints = new LRUCache<string, Used>({ max: maxRemembered });
  readonly #owners = new LRUCache<string, Used>({ max: maxRemembered });
  readonly #ended = new LRUCache<string, true>({ max: maxRemembered, ttl: cleanAgainAfterMs });

  add({ endpoint, owner }: SqlCaller, ms: number): void {
    const now = performance.now();
    this.#endpoints.set(endpoint, { ms: faded(this.#endpoints.get(endpoint), now) + ms, at: now });
    this.#owners.set(owner, { ms: faded(this.#owners.get(owner), now) + ms, at: now });
  }

  /** A statement of the endpoint was ended, and its process with it. */
  markEnded({ endpoint }: SqlCaller): void {
    this.#ended.set(endpoint, true);
  }

  isClean({ endpoint }: SqlCaller): boolean {
    return !this.#ended.has(endpoint);
  }

  /** The owner's time up to `now`, then the endpoint's; `running` are the statements under way. */
  rank({ endpoint, owner }: SqlCaller, running: Iterable<RunningCaller>, now: number): number[] {
    let ofEndpoint = faded(this.#endpoints.get(endpoint), now);
    let ofOwner = faded(this.#owners.get(owner), now);
    for (const { caller, began } of running) {
      if (caller.endpoint === endpoint) ofEndpoint += now - began;
      if (caller.owner === owner) ofOwner += now - began;
    }
    return [ofOwner, ofEndpoint].map((ms) => Math.floor(ms / stepMs));
  }
}

function faded(used: Used | undefined, now: number): number {
  return used ? used.ms * 2 ** ((used.at - now) / halfLifeMs) : 0;
}
