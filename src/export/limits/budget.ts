/**
 * Bytes that all exports together may hold at once, and of which one endpoint gets a share: whoever asks for more
 * is told that the service is busy, and others go on (contract 7.5.1).
 */
import { serviceBusy } from '../../errors/errors.ts';

const megabyte = 1024 * 1024;

/** For memory: half of it is 256 large answers on their way. */
export const openAnswerBudget = (): Budget => new Budget(512 * megabyte);

export const openScratchBudget = (scratchMb: number): Budget => new Budget(scratchMb * megabyte);

/** One endpoint gets half of it. */
export class Budget {
  readonly #maxBytes: number;
  readonly #maxPerEndpoint: number;
  readonly #held = new Map<string, number>();
  readonly #shared = new Map<string, { readonly held: Disposable; users: number }>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#maxPerEndpoint = maxBytes / 2;
  }

  /** Held until it is disposed of. An endpoint that holds nothing gets what it asks for unless all is taken. */
  take(endpointId: string, bytes: number): Disposable {
    const own = this.#held.get(endpointId) ?? 0;
    if (this.#total > 0 && this.#total + bytes > this.#maxBytes) throw serviceBusy();
    if (own > 0 && own + bytes > this.#maxPerEndpoint) throw serviceBusy();
    this.#set(endpointId, bytes);
    return { [Symbol.dispose]: () => this.#set(endpointId, -bytes) };
  }

  /** What several hold together, such as a folder that they all read, counts once, until the last of them is done. */
  share(endpointId: string, name: string, bytes: number): Disposable {
    const shared = this.#shared.get(name) ?? { held: this.take(endpointId, bytes), users: 0 };
    this.#shared.set(name, shared);
    shared.users += 1;
    return {
      [Symbol.dispose]: () => {
        shared.users -= 1;
        if (shared.users > 0) return;
        this.#shared.delete(name);
        shared.held[Symbol.dispose]();
      },
    };
  }

  #set(endpointId: string, change: number): void {
    const own = (this.#held.get(endpointId) ?? 0) + change;
    this.#total += change;
    if (own > 0) this.#held.set(endpointId, own);
    else this.#held.delete(endpointId);
  }
}
