/**
 * Structured logs, one JSON object a line, without secrets: no header, query or whole id is ever logged.
 * Lines are gathered and written some times a second, so that a hit does not wait for them.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino';

const flushEveryMs = 250;

export function openLog(level: string, target: DestinationStream = gathered()): Logger {
  const log = pino(
    { level, base: null, redact: ['req.headers', 'headers', 'authorization', 'query', 'url'] },
    target,
  );
  setInterval(() => log.flush(), flushEveryMs).unref();
  return log;
}

function gathered(): DestinationStream {
  return destination({ fd: 1, sync: false, minLength: 4 * 1024 });
}
