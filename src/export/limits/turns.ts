/**
 * Few bodies are rendered at once, in turns: more would not be ready sooner, but what each has made so far would
 * outlive the young generation of the heap, and a hundred readers would hold hundreds of megabytes (contract 8.6.2).
 */
import { availableParallelism } from 'node:os';
import type { Pieces } from '../answer.ts';

const turnMs = 50;

/** One for each core, and two at least, because one of them may be reading from disk. */
export const openTurns = (): Turns => new Turns(Math.max(2, availableParallelism()));

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** A body whose turn is not over goes on before those that wait for theirs; then it is the last in the line. */
  async *pieces(pieces: Pieces): AsyncGenerator<string | Uint8Array> {
    const iterator = pieces[Symbol.asyncIterator]();
    let began = Number.NEGATIVE_INFINITY;
    try {
      for (;;) {
        const isGoingOn = performance.now() - began < turnMs;
        await this.#enter(isGoingOn);
        if (!isGoingOn) began = performance.now();
        const next = await iterator.next().finally(() => this.#leave());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  #enter(isGoingOn: boolean): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      if (isGoingOn) this.#waiting.unshift(resolve);
      else this.#waiting.push(resolve);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
