/**
 * Lets requests that arrive together share one transaction: while one is being committed the next ones
 * gather. Under load the cost of a durable write is divided by the number of requests in it.
 */

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** `work` answers its items in their order; if it throws, every item of that group fails. */
export function groupCommit<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
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

async function commitGroup<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await work(group.map(({ item }) => item));
    group.forEach(({ resolve, reject }, index) => {
      const answer = answers[index];
      if (answer === undefined) reject(new Error('no answer for an item of a group'));
      else resolve(answer);
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
