/**
 * Group commit: requests that arrive while a transaction is being committed share the next one. Under load, the cost
 * of a durable write is divided by the number of requests in the group. A group has a largest size: what one of it
 * fails by fails all of it, and engines take only so many values in one statement.
 */

const maxGroup = 1_000;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** `work` returns one result per item, in order; if it throws, every item of the group fails. */
export function groupCommit<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      await commitGroup(group, work);
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(run);
    });
}

async function commitGroup<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item));
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === undefined) reject(new Error('no answer for an item of a group'));
      else resolve(result);
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
