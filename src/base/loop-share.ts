/**
 * Long work leaves the event loop to others when it has had its share of a turn, by time. Where hundreds of requests are
 * worked off in every turn, leaving it after each part would cost a whole turn for each: a body of 2 MB took a hundred
 * of them, which were nine seconds (contract 8.6.2).
 */
import { setImmediate as turn } from 'node:timers/promises';

const shareMs = 5;
/** However long they take: on a machine that is overloaded time passes without work. */
const fewestParts = 4;

export class LoopShare {
  /** When it first worked in this turn; undefined before that. */
  #began: number | undefined;
  #parts = 0;

  /** Between two parts: resolves at once while the share lasts, else in the next turn. */
  async rest(): Promise<void> {
    if (this.#began === undefined) {
      this.#began = performance.now();
      this.#parts = 0;
      setImmediate(() => {
        this.#began = undefined;
      });
    }
    this.#parts += 1;
    if (this.#parts >= fewestParts && performance.now() - this.#began >= shareMs) await turn();
  }
}
