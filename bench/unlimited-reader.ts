/**
 * A hit on a platform without rate limit, token refresh and credit, in a separate process that receives one task at
 * a time and replies with its duration in milliseconds: reads the source, spools the whole table to disk and renders
 * all of its CSV.
 */
import { z } from 'zod';
import { sendRequest } from '../src/connections/platform-http.ts';
import { platformOf, sourceOfPlatform } from '../src/connections/platforms.ts';
import { allFormats } from '../src/formats/all-formats.ts';
import type { CallPlatform } from '../src/platform/platform-request.ts';
import { allSources } from '../src/sources/all-sources.ts';
import type { Chosen, Source } from '../src/sources/source.ts';
import { spoolWhole } from '../src/table/stored/table-spool.ts';
import { noUpload } from '../tests/support/no-upload.ts';

const task = z.object({
  platform: z.enum(['airtable', 'notion', 'google']),
  origin: z.string(),
  token: z.string(),
  /** By command-line option. */
  choice: z.record(z.string(), z.string()),
  /** A folder for the spooled table. */
  scratch: z.string(),
});

type ReadTask = z.infer<typeof task>;

const signal = new AbortController().signal;
const known = new Map<string, Chosen>();

process.on('message', async (message) => {
  process.send?.(await read(task.parse(message)));
});

async function read(wanted: ReadTask): Promise<number> {
  const source: Source = allSources[sourceOfPlatform(wanted.platform)];
  const { scratch } = wanted;
  const call = unlimitedCaller(wanted);
  const key = JSON.stringify(wanted.choice);
  const chosen =
    known.get(key) ?? (await source.choice?.choose({ choice: choiceOf(wanted), fields: null, call }));
  if (!chosen) throw new Error('nothing to choose');
  known.set(key, chosen);
  const started = performance.now();
  const { settings, fields } = chosen;
  const table = await source.fetch({ settings, fields, allFields: false, openUpload: noUpload, call });
  const whole = await spoolWhole(table, scratch);
  const pieces = allFormats.csv.render(whole.table, { title: '', nonce: '', scratchFolder: scratch });
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  await whole[Symbol.asyncDispose]();
  if (bytes === 0) throw new Error('an empty table');
  return performance.now() - started;
}

function choiceOf({ choice }: ReadTask): Record<string, string> {
  return Object.fromEntries(Object.entries(choice).map(([name, value]) => [name.replace(/^--/, ''), value]));
}

function unlimitedCaller({ platform, origin, token }: ReadTask): CallPlatform {
  return async ({ method = 'GET', path, json, headers }) => {
    const response = await sendRequest({
      method,
      url: origin + path,
      headers: {
        ...platformOf(platform).headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        authorization: `Bearer ${token}`,
      },
      body: json === undefined ? undefined : JSON.stringify(json),
      timeLimitMs: 60_000,
      signal,
    });
    if (response.status !== 200) throw new Error(`status ${response.status} of ${path}`);
    return response;
  };
}
