/**
 * The baseline for reading a platform, in a separate process that receives one task at a time and replies with its
 * duration in milliseconds: the calls of one hit, sequentially over one connection. Each response is parsed, because
 * the next call may depend on it.
 */
import { Agent, request } from 'undici';
import { z } from 'zod';

const task = z.object({
  platform: z.enum(['airtable', 'notion', 'google']),
  origin: z.string(),
  token: z.string(),
  /** The calls of one hit, in order. */
  paths: z.array(z.string()),
});

type ReaderTask = z.infer<typeof task>;

const agent = new Agent({ connections: 1, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 60_000 });

process.on('message', async (message) => {
  const wanted = task.parse(message);
  const started = performance.now();
  await read(wanted);
  process.send?.(performance.now() - started);
});

async function read({ platform, origin, token, paths }: ReaderTask): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(platform === 'notion' && { 'notion-version': '2025-09-03', 'content-type': 'application/json' }),
  };
  let before: unknown;
  for (const path of paths) {
    const body = platform === 'notion' && path.includes('/query') ? notionQuery(before) : null;
    const { statusCode, body: response } = await request(
      origin + (platform === 'airtable' ? following(path, before) : path),
      {
        method: body === null ? 'GET' : 'POST',
        headers,
        body,
        dispatcher: agent,
      },
    );
    before = JSON.parse(await response.text());
    if (statusCode !== 200) throw new Error(`status ${statusCode} of ${path}`);
  }
}

const page = z.object({ offset: z.string().optional(), next_cursor: z.string().nullish() });

/** Replaces the recorded offset, which is valid only for the read that it was recorded from. */
function following(path: string, before: unknown): string {
  const url = new URL(path, 'http://platform');
  if (!url.searchParams.has('offset')) return path;
  url.searchParams.set('offset', page.parse(before).offset ?? '');
  return url.pathname + url.search;
}

/** The same query as the source sends. */
function notionQuery(before: unknown): string {
  const { next_cursor: cursor } = page.parse(before);
  return JSON.stringify({
    page_size: 100,
    result_type: 'page',
    sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
    ...(cursor && { start_cursor: cursor }),
  });
}
