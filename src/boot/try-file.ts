/**
 * `try FILE`: a CSV file as a live URL at once, in a folder of its own that goes with the process, however that is told
 * to end. Nothing of the machine's settings that names data or other services is used.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { openContext } from '../app-context.ts';
import { visibleLine } from '../base/visible-text.ts';
import { parseOptions, runCommand } from '../cli/run-command.ts';
import { type Config, readConfig } from '../config/config.ts';
import { freePort } from '../http/connection/listen.ts';
import { openLog } from '../logging/log.ts';
import { startService } from './serve.ts';

export async function tryFile(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseOptions('try', words);
  let stop = (): void => process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-try-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const config = await configIn(folder);
  const printed = await publishedIn(config, words);
  if (printed === undefined) {
    process.exitCode = 1;
    return;
  }
  const service = await startService(config);
  stop = () => {
    // Who asks again does not wait.
    stop = () => process.exit(1);
    service.stop().then(
      () => process.exit(),
      () => process.exit(1),
    );
  };
  const isRead = process.stdout.isTTY === true && values['json'] !== true;
  process.stdout.write(isRead ? linesToTry(basename(positionals[0] ?? ''), printed) : printed);
}

/** What may be set: how it listens and logs, and its limits. */
const settingsToKeep = ['HOST', 'LOG_LEVEL', 'MAX_UPLOAD_MB', 'SQL_TIME_LIMIT_MS', 'SQL_MEMORY_LIMIT_MB'];

async function configIn(folder: string): Promise<Config> {
  const given = settingsToKeep.filter((name) => process.env[name]?.trim());
  const kept = Object.fromEntries(given.map((name) => [name, process.env[name]]));
  const settings = { LOG_LEVEL: 'warn', ...kept, DATA_DIR: folder };
  const { host, port } = readConfig({ ...settings, PORT: process.env['PORT']?.trim() || '0' });
  return readConfig({ ...settings, PORT: String(port === 0 ? await freePort(host) : port) });
}

/** What `publish` prints; undefined when it has said why it could not. */
async function publishedIn(config: Config, words: readonly string[]): Promise<string | undefined> {
  const printed: string[] = [];
  const status = await runCommand(['publish', ...words], () => openContext(config, openLog('silent')), {
    out: (text) => printed.push(text),
    err: (text) => process.stderr.write(text),
    person: false,
  });
  return status === 0 ? printed.join('') : undefined;
}

const published = z.object({
  url: z.string(),
  rows: z.number(),
  columns: z.array(z.object({ name: z.string() })),
  warnings: z.array(z.string()).default([]),
});

function linesToTry(fileName: string, printed: string): string {
  const { url, rows, columns, warnings } = published.parse(JSON.parse(printed));
  const names = columns.map(({ name }) => visibleLine(name)).join(', ');
  const told = warnings.map((warning) => `Warning: ${visibleLine(warning)}\n`).join('');
  return `${visibleLine(fileName)} is live at ${url}
${rows} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} ${columns.length === 1 ? 'column' : 'columns'}: ${names}
${told}
Try it in another terminal:
  curl '${url}'
  curl '${url}?type=json_records'
  curl '${url}?sql=SELECT+*+FROM+service_table+LIMIT+5'

Or open it in a browser:
  ${url}?type=dynamic_table

Ctrl+C stops it and forgets everything.
`;
}
