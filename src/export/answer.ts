/**
 * The answer to an export. Its first pieces are rendered before the credit is charged and the headers are sent (a
 * small body completely), so that an early failure becomes an error response and not a truncated 200 (contract 4.2.5).
 */

export type Pieces = AsyncIterable<string | Uint8Array>;

/** Must be disposed of once the body has been sent or is no longer needed. */
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
  begun: (string | Uint8Array)[],
  iterator: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  // Not kept: a slow reader would hold them to the end.
  for (let piece = begun.shift(); piece !== undefined; piece = begun.shift()) yield piece;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

/** Moves everything on the stack to the answer, so that it is disposed of together with the answer. */
export function ownedBy<Owned extends Answer>(cleanup: AsyncDisposableStack, answer: Owned): Owned {
  const owner = cleanup.move();
  return { ...answer, [Symbol.asyncDispose]: () => owner.disposeAsync() };
}
