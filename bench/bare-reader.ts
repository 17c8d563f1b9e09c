/**
 * The baseline of reading a platform, a process of its own that is sent one task at a time and answers with the
 * milliseconds it took: the calls of one hit, one after the other over one connection, each answer read and parsed,
 * because the next call may need what is in it.
 */
import { Agent, request } from 'undici';
import { z } from 'zod';

const task = z.object({
  platform: z.enum(['airtable', 'notion', 'google']),
  origin: z.string(),
  token: z.string(),
  /** Of one hit, in their order. */
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
    const { statusCode, body: answer } = await request(
      origin + (platform === 'airtable' ? following(path, before) : path),
      {
        method: body === null ? 'GET' : 'POST',
        headers,
        body,
        dispatcher: agent,
      },
    );
    before = JSON.parse(await answer.text());
    if (statusCode !== 200) throw new Error(`status ${statusCode} of ${path}`);
  }
}

const page = z.object({ offset: z.string().optional(), next_cursor: z.string().nullish() });

/** The offset that was recorded belongs to another reading. */
function following(path: string, before: unknown): string {
  const url = new URL(path, 'http://platform');
  if (!url.searchParams.has('offset')) return path;
  url.searchParams.set('offset', page.parse(before).offset ?? '');
  return url.pathname + url.search;
}

/** As the source asks it. */
function notionQuery(before: unknown): string {
  const { next_cursor: cursor } = page.parse(before);
  return JSON.stringify({
    page_size: 100,
    result_type: 'page',
    sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
    ...(cursor && { start_cursor: cursor }),
  });
}
