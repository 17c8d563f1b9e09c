/**
 * Cursors and page sizes. A cursor is opaque and valid only for the list that it was issued for. Lists are not
 * snapshots: if a list changes, the next page continues after the last item sent.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalid } from './notion-error.ts';

export interface Cursor {
  /** The list it belongs to. */
  readonly list: string;
  /** Number of items sent so far, and of pages. */
  readonly sent: number;
  readonly pages: number;
  /** Id of the last item sent; empty if none yet. */
  readonly after: string;
}

export const maxPerPage = 100;

const cursorSchema = z.object({ list: z.string(), sent: z.number(), pages: z.number(), after: z.string() });

/** Identifies a list by everything that determines its contents. */
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

/** The page size that a query string requests. */
export function pageSizeOf(query: URLSearchParams): number {
  const text = query.get('page_size');
  if (text === null) return maxPerPage;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= maxPerPage) return size;
  const rule = size > maxPerPage ? `≤ \`${maxPerPage}\`` : 'a number ≥ `1`';
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
