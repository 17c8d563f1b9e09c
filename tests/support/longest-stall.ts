/** How long a service stands still for everybody else while something happens. */
import { setTimeout as pause } from 'node:timers/promises';

/** The longest time that `GET /` took meanwhile, in milliseconds. */
export async function longestStall(url: string, action: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(url)).text();
      longest = Math.max(longest, performance.now() - began);
      await pause(10);
    }
  };
  const watching = watch();
  try {
    await action();
  } finally {
    isOver = true;
    await watching;
  }
  return longest;
}
