/**
 * The beginning of an answer is made before it is charged and sent: a small one whole, a large one up to its
 * first pieces, so that a failure to begin is an error and not a broken 200.
 */

export type Pieces = AsyncIterable<string | Uint8Array>;

/** To be disposed of when the body has been sent, or will not be. */
export interface Answer extends AsyncDisposable {
  /** The whole body, or its pieces. */
  readonly body: string | Uint8Array | Pieces;
}

export function isWhole(body: Answer['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

export function wholeAnswer(body: string | Uint8Array): Answer {
  return { body, [Symbol.asyncDispose]: nothingToDispose };
}

const nothingToDispose = async (): Promise<void> => {};

export async function beginAnswer(pieces: Pieces): Promise<Answer> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = first.done ? first : await iterator.next();
  if (second.done) return wholeAnswer(first.done ? '' : first.value);
  return {
    body: rest([first.value, second.value], iterator),
    [Symbol.asyncDispose]: async () => {
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

/** Everything that the answer was made from is now disposed of together with it. */
export function ownedBy<Owned extends Answer>(cleanup: AsyncDisposableStack, answer: Owned): Owned {
  const owner = cleanup.move();
  return { ...answer, [Symbol.asyncDispose]: () => owner.disposeAsync() };
}
