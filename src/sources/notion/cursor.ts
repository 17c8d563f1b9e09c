/**
 * Follows the cursors of one Notion list to its end: all pages or an error. A cursor that Notion no longer
 * accepts makes what was read void; one that comes again, or pages that stay empty, would never end (contract 7.4.5).
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import { PlatformRefusal } from '../../platform/platform-request.ts';
import { ReadAgain } from '../source.ts';

export const pageShape = z.object({
  results: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullish(),
});

type ListPage = z.infer<typeof pageShape>;

/** `undefined` is the first page. */
type RequestPage<Page> = (cursor: string | undefined) => Promise<Page>;

const maxEmptyInARow = 200;

/** With `ahead` the next page is requested while the reader works on one. */
export async function* openCursor<Page extends ListPage>(
  requestPage: RequestPage<Page>,
  { ahead }: { readonly ahead: boolean },
): AsyncGenerator<Page> {
  const used = new Set<string>();
  let emptyInARow = 0;
  let coming: Promise<Page> | undefined = requestPage(undefined);
  while (coming) {
    const page: Page = await coming;
    emptyInARow = page.results.length > 0 ? 0 : emptyInARow + 1;
    if (emptyInARow > maxEmptyInARow) throw unending('it keeps sending empty pages');
    const cursor = nextCursor(page, used);
    coming = ahead && cursor !== undefined ? requestNext(requestPage, cursor) : undefined;
    // It is sent before this page is read.
    if (coming) await setImmediate();
    yield page;
    if (cursor !== undefined) coming ??= requestNext(requestPage, cursor);
  }
}

function nextCursor(page: ListPage, used: Set<string>): string | undefined {
  if (!page.has_more) return undefined;
  const cursor = page.next_cursor;
  if (!cursor) throw unending('it says that there is more, but not where');
  if (used.has(cursor)) throw unending('it sends the same page again and again');
  used.add(cursor);
  return cursor;
}

function requestNext<Page>(requestPage: RequestPage<Page>, cursor: string): Promise<Page> {
  const page = requestPage(cursor).catch((error: unknown) => {
    if (!(error instanceof PlatformRefusal) || error.status !== 400) throw error;
    throw new ReadAgain('Notion no longer accepts the cursor of the next page', { cause: error });
  });
  // Nobody awaits it when the reader stops before.
  page.catch(() => undefined);
  return page;
}

function unending(reason: string): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: `The list from Notion has no end: ${reason}. Try again in a few minutes.`,
  });
}
