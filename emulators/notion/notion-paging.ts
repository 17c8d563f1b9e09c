/**
 * Cursors and page sizes. A cursor is opaque and good only for the list that it was given out for; any other is
 * refused. Lists are not snapshots: a list that has changed goes on after the last item that was sent.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalid } from './notion-error.ts';

export interface Cursor {
  /** Which list it belongs to. */
  readonly list: string;
  /** How many items were sent so far, over how many pages. */
  readonly sent: number;
  readonly pages: number;
  /** Id of the last item that was sent; empty for none yet. */
  readonly after: string;
}

export const mostPerPage = 100;

const cursorSchema = z.object({ list: z.string(), sent: z.number(), pages: z.number(), after: z.string() });

/** Names a list by all that decides what is on it. */
export function listName(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

export function readCursor(list: string, text: string | null | undefined): Cursor {
  if (text === null || text === undefined) return { list, sent: 0, pages: 0, after: '' };
  const cursor = cursorSchema.safeParse(parsed(text));
  if (!cursor.success || cursor.data.list !== list) {
    throw invalid(`The start_cursor provided is invalid: ${text}`);
  }
  return cursor.data;
}

/** The size of page that a query string asks for. */
export function pageSizeOf(query: URLSearchParams): number {
  const text = query.get('page_size');
  if (text === null) return mostPerPage;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= mostPerPage) return size;
  const rule = size > mostPerPage ? `≤ \`${mostPerPage}\`` : 'a number ≥ `1`';
  throw invalid(
    `query failed validation: query.page_size should be ${rule} or \`undefined\`, instead was \`${text}\`.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
