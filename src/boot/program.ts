/**
 * The program: `serve`, `try`, or one command of the command line. A bad setting ends it with one clear line and
 * status 1 (contract 10.2.1).
 */
import { flushCompileCache } from 'node:module';
import { type AppContext, openContext } from '../app-context.ts';
import { noArgument } from '../cli/command.ts';
import { requestedHelp } from '../cli/help.ts';
import { parseOptions, runCommand } from '../cli/run-command.ts';
import { type Config, readConfig } from '../config/config.ts';
import { runningServiceUrl } from '../endpoints/running-service.ts';
import { freePort } from '../http/connection/listen.ts';
import { openLog, usualLogLevel } from '../logging/log.ts';

const stopWithinMs = 30_000;

export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    fail(error);
  }
}

async function run(words: readonly string[]): Promise<void> {
  if (words[0] === 'compile') {
    const { compileSqlModules } = await import('../sql/process.ts');
    await Promise.all([import('./serve.ts'), compileSqlModules()]);
    return;
  }
  // What the program writes is for its own user alone.
  process.umask(0o077);
  const start = services.get(words[0] ?? '');
  if (start && requestedHelp(words) === undefined) {
    await start(words.slice(1));
    return;
  }
  process.exitCode = await runCommand(words, openForCommand, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    person: process.stdout.isTTY === true,
  });
}

/** The commands that run until they are stopped. */
const services = new Map([
  ['serve', serve],
  ['try', tryFile],
]);

/** Addresses that a command prints follow the running service, unless they are set for the command itself. */
async function openForCommand(): Promise<AppContext> {
  const config = readConfig(process.env);
  const running = process.env['BASE_URL']?.trim() ? undefined : await runningServiceUrl(config.dataDir);
  const followed = running === undefined ? config : readConfig({ ...process.env, BASE_URL: running });
  return openContext(followed, openLog('silent'));
}

async function serve(words: readonly string[]): Promise<void> {
  const { positionals } = parseOptions('serve', words);
  noArgument({ arguments: positionals, options: {} });
  const environment = { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL']?.trim() || usualLogLevel() };
  const given = readConfig(environment);
  const config =
    given.port === 0 ? readConfig({ ...environment, PORT: String(await freePort(given.host)) }) : given;
  // Loaded only here: a command of the command line needs no server.
  const { startService } = await import('./serve.ts');
  const starting = startService(config);
  // From the first moment on: who sees it answer may stop it at once.
  const stop = (graceMs: number): void => {
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    // A log that nobody reads would keep the process.
    starting.then((service) => service.stop(graceMs)).then(() => process.exit(), fail);
  };
  process.on('SIGTERM', () => stop(config.stopGraceMs));
  // Of a person, who waits; the second one ends it by force.
  process.once('SIGINT', () => stop(0));
  const { dashboard } = await starting;
  flushCompileCache();
  greet(config, dashboard);
}

async function tryFile(words: readonly string[]): Promise<void> {
  const trying = await import('./try-file.ts');
  await trying.tryFile(words);
}

/** A person at a terminal, wherever the log goes. */
function greet({ baseUrl }: Config, dashboard: string): void {
  const terminal = [process.stderr, process.stdout].find(({ isTTY }) => isTTY);
  // The package has JavaScript, and its command by name.
  const command = import.meta.filename.endsWith('.ts') ? 'npm run -s tablecast --' : 'tablecast';
  terminal?.write(
    `Tablecast runs at ${baseUrl}\nPublish a file:  ${command} publish FILE.csv\nDashboard: ${dashboard}\n`,
  );
}

function fail(error: unknown): void {
  process.stderr.write(`tablecast: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
