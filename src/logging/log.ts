/**
 * Structured logs, one JSON object a line, without secrets: no header, query or whole id is ever logged (contract
 * 10.5.1); a terminal gets lines for people. Lines are gathered and written some times a second, so that a hit does
 * not wait for them.
 */
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';
import { lineForPeople } from './log-text.ts';

const flushEveryMs = 250;

/** Also where an error carries them that a library has thrown. */
const secretFields = ['authorization', 'headers', 'password', 'query', 'token', 'url'];
const redact = secretFields.flatMap((name) => [name, `req.${name}`, `err.${name}`]);

export function openLog(level: string, target: DestinationStream = standardOutput()): Logger {
  const log = pino({ level, base: null, redact }, target);
  setInterval(() => log.flush(), flushEveryMs).unref();
  return log;
}

const standardOutputFd = 1;

/** Where a person reads. */
const isTerminal = (): boolean => isatty(standardOutputFd);

/** Unless `LOG_LEVEL` says so, a person is not told of every request. */
export function usualLogLevel(): string {
  return isTerminal() ? 'warn' : 'info';
}

function standardOutput(): DestinationStream {
  const output = new LogOutput(standardOutputFd, isTerminal() ? lineForPeople : undefined);
  process.once('exit', () => output.flushAtExit());
  return output;
}

const lastLinesWithinMs = 1_000;

/** Resolves when the lines have been written, or after a moment: who logs does not wait for ever. */
export async function writeLastLines(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, lastLinesWithinMs);
  log.flush(() => resolve());
  await promise;
  clearTimeout(late);
}
