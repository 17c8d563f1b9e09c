/**
 * Stands for calls to Notion where a test needs answers that no server would give by itself: each route is a
 * function from the body to the answer, and every call is noted.
 */
import {
  type CallPlatform,
  type PlatformCall,
  PlatformRefusal,
} from '../../src/platform/platform-request.ts';

type Answer = (call: PlatformCall) => unknown;

export interface NotionStandIn {
  readonly call: CallPlatform;
  readonly calls: PlatformCall[];
}

/** Routes by method and path without the query; any other is not found. */
export function notionStandIn(routes: Readonly<Record<string, Answer>>): NotionStandIn {
  const calls: PlatformCall[] = [];
  const call: CallPlatform = async (wanted) => {
    calls.push(wanted);
    const [path] = wanted.path.split('?');
    const answer = routes[`${wanted.method ?? 'GET'} ${path}`];
    if (!answer) throw new PlatformRefusal(404, 'object_not_found', `Could not find ${path}.`);
    return { status: 200, headers: {}, json: await answer(wanted) };
  };
  return { call, calls };
}

/** One page of a list. */
export function listPage(results: readonly unknown[], next: string | null = null): Record<string, unknown> {
  return { object: 'list', results, next_cursor: next, has_more: next !== null };
}

export function pageRow(
  id: string,
  createdTime: string,
  properties: Record<string, unknown> = {},
): Record<string, unknown> {
  return { object: 'page', id, created_time: createdTime, properties };
}
