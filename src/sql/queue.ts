/**
 * Who waits, by endpoint, within bounds: of one endpoint, and of all. When all places are taken, the endpoint that
 * should come last gives one up, so that nobody keeps the others out by filling the queue.
 */

export const maxWaitingOfEndpoint = 50;
export const maxWaiting = 500;

/** What decides whose turn it is: the lower comes first, item by item. */
type Rank = readonly number[];

type RankOf<Item> = (item: Item) => Rank;

export class SqlQueue<Item> {
  readonly #waiting = new Map<string, Item[]>();
  #count = 0;

  /** The item that has no place: this one, one that gives up its own for it, or none. */
  push(endpoint: string, item: Item, rankOf: RankOf<Item>): Item | undefined {
    const own = this.#waiting.get(endpoint)?.length ?? 0;
    if (own >= maxWaitingOfEndpoint) return item;
    this.#add(endpoint, item, 'push');
    return this.#count > maxWaiting ? this.#giveUp(rankOf) : undefined;
  }

  /** It had its turn and was interrupted: it comes before the others of its endpoint. */
  putBack(endpoint: string, item: Item): void {
    this.#add(endpoint, item, 'unshift');
  }

  /** The first in order, of those that may; it stays in the queue. */
  first(rankOf: RankOf<Item>, may: (item: Item) => boolean): Item | undefined {
    let best: { item: Item; rank: Rank } | undefined;
    for (const items of this.#waiting.values()) {
      const [item] = items;
      if (item === undefined || !may(item)) continue;
      const rank = [...rankOf(item), items.length];
      if (!best || compareRanks(rank, best.rank) < 0) best = { item, rank };
    }
    return best?.item;
  }

  /** False if it does not wait any more. */
  remove(endpoint: string, item: Item): boolean {
    const items = this.#waiting.get(endpoint) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    this.#count -= 1;
    if (items.length === 0) this.#waiting.delete(endpoint);
    return true;
  }

  /** Takes all. */
  drain(): Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#count = 0;
    return items;
  }

  #add(endpoint: string, item: Item, at: 'push' | 'unshift'): void {
    const items = this.#waiting.get(endpoint) ?? [];
    items[at](item);
    this.#waiting.set(endpoint, items);
    this.#count += 1;
  }

  /** The newest of the endpoint that would come last. */
  #giveUp(rankOf: RankOf<Item>): Item | undefined {
    let worst: { endpoint: string; item: Item; rank: Rank } | undefined;
    for (const [endpoint, items] of this.#waiting) {
      const item = items.at(-1);
      if (item === undefined) continue;
      const rank = [...rankOf(item), items.length];
      if (!worst || compareRanks(rank, worst.rank) >= 0) worst = { endpoint, item, rank };
    }
    if (worst) this.remove(worst.endpoint, worst.item);
    return worst?.item;
  }
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
