/**
 * Structured logs, one JSON object a line, without secrets: no header, query or whole id is ever logged (DESIGN
 * section 1). Lines are gathered and written some times a second, so that a hit does not wait for them.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino';

const flushEveryMs = 250;

/** Also where an error carries them that a library has thrown. */
const secretFields = ['authorization', 'headers', 'password', 'query', 'token', 'url'];
const redact = secretFields.flatMap((name) => [name, `req.${name}`, `err.${name}`]);

export function openLog(level: string, target: DestinationStream = gathered()): Logger {
  const log = pino({ level, base: null, redact }, target);
  setInterval(() => log.flush(), flushEveryMs).unref();
  return log;
}

function gathered(): DestinationStream {
  return destination({ fd: 1, sync: false, minLength: 4 * 1024 });
}
