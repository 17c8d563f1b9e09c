/**
 * The beginning of an answer is made before it is charged and sent: a small one whole, a large one up to its
 * first pieces, so that a failure to begin is an error and not a broken 200.
 */

export type Pieces = AsyncIterable<string | Uint8Array>;

export interface Answer {
  /** The whole body, or its pieces. */
  readonly body: string | Uint8Array | Pieces;
  /** To be called when the body has been sent, or will not be. */
  release(): Promise<void>;
}

export function isWhole(body: Answer['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

export function wholeAnswer(body: string | Uint8Array): Answer {
  return { body, release: nothingToRelease };
}

const nothingToRelease = async (): Promise<void> => {};

export async function beginAnswer(pieces: Pieces): Promise<Answer> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = first.done ? first : await iterator.next();
  if (second.done) return wholeAnswer(first.done ? '' : first.value);
  return {
    body: rest([first.value, second.value], iterator),
    release: async () => {
      await iterator.return?.();
    },
  };
}

async function* rest(
  begun: readonly (string | Uint8Array)[],
  iterator: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield* begun;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}
