/**
 * Joins small strings of a body into pieces of tens of kilobytes, in order; bytes pass through unchanged. A body that
 * fits into one piece is a single piece.
 */
import { pieceLength } from './row-pieces.ts';

export async function* joinPieces(
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    if (text !== '' && (typeof piece !== 'string' || text.length >= pieceLength)) {
      yield text;
      text = '';
    }
    if (typeof piece !== 'string') yield piece;
  }
  if (text !== '') yield text;
}

export async function* enclose(
  opening: string,
  pieces: AsyncIterable<string | Uint8Array>,
  closing: string,
): AsyncGenerator<string | Uint8Array> {
  yield opening;
  yield* pieces;
  yield closing;
}
