/**
 * Follows the cursors of one Notion list to its end: all pages or an error. A cursor that Notion no longer
 * takes voids what was read; one that comes back, or pages that stay empty, would never end (section 7).
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { PlatformRefusal } from '../../platform-request.ts';
import { ReadAgain } from '../source.ts';

export const cursorPage = z.object({
  results: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullish(),
});

type CursorPage = z.infer<typeof cursorPage>;

/** `undefined` asks for the first page. */
type AskPage<Page> = (cursor: string | undefined) => Promise<Page>;

const maxEmptyInARow = 200;

/** With `ahead` the next page is under way while the reader is busy with one. */
export async function* cursorPages<Page extends CursorPage>(
  ask: AskPage<Page>,
  { ahead }: { readonly ahead: boolean },
): AsyncGenerator<Page> {
  const used = new Set<string>();
  let emptyInARow = 0;
  let coming: Promise<Page> | undefined = ask(undefined);
  while (coming) {
    const page: Page = await coming;
    emptyInARow = page.results.length > 0 ? 0 : emptyInARow + 1;
    if (emptyInARow > maxEmptyInARow) throw unending('it keeps sending empty pages');
    const cursor = nextCursor(page, used);
    coming = ahead && cursor !== undefined ? askOn(ask, cursor) : undefined;
    // It leaves before this page is looked at.
    if (coming) await setImmediate();
    yield page;
    if (cursor !== undefined) coming ??= askOn(ask, cursor);
  }
}

function nextCursor(page: CursorPage, used: Set<string>): string | undefined {
  if (!page.has_more) return undefined;
  const cursor = page.next_cursor;
  if (!cursor) throw unending('it says that there is more, but not where');
  if (used.has(cursor)) throw unending('it sends the same page again and again');
  used.add(cursor);
  return cursor;
}

function askOn<Page>(ask: AskPage<Page>, cursor: string): Promise<Page> {
  const page = ask(cursor).catch((error: unknown) => {
    if (!(error instanceof PlatformRefusal) || error.status !== 400) throw error;
    throw new ReadAgain('Notion no longer takes the cursor of the next page', { cause: error });
  });
  // Nobody awaits it when the reader leaves before.
  page.catch(() => undefined);
  return page;
}

function unending(reason: string): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: `The list from Notion has no end: ${reason}. Try again in a few minutes.`,
  });
}
