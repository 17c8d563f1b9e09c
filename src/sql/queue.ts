/**
 * Statements that wait, taken in turn from each key, so that one endpoint with many does not hold up the
 * others (4.8).
 */
export class SqlQueue<Item> {
  /** The order of the keys is the order of their turns. */
  readonly #waiting = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  push(key: string, item: Item): void {
    const items = this.#waiting.get(key);
    if (items) items.push(item);
    else this.#waiting.set(key, [item]);
  }

  /** The first key, in the order of turns, that may have its turn now. */
  nextKey(mayRun: (key: string) => boolean): string | undefined {
    for (const key of this.#waiting.keys()) if (mayRun(key)) return key;
    return undefined;
  }

  /** Takes the oldest of the key, whose next turn then comes last. */
  take(key: string): Item | undefined {
    const items = this.#waiting.get(key) ?? [];
    const item = items.shift();
    this.#waiting.delete(key);
    if (items.length > 0) this.#waiting.set(key, items);
    return item;
  }

  /** False if it does not wait any more. */
  remove(key: string, item: Item): boolean {
    const items = this.#waiting.get(key) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#waiting.delete(key);
    return true;
  }

  /** Takes all. */
  drain(): Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return items;
  }
}
