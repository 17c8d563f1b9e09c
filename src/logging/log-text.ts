/**
 * A log line as a person at a terminal reads it: the time, how grave it is, what happened, and the rest as names and
 * values; a request is one line. Texts in it come from strangers and cannot control the terminal.
 */
import { z } from 'zod';
import { visibleLine, visibleText } from '../base/visible-text.ts';

const logEntry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

type Fields = Readonly<Record<string, unknown>>;

/** From the JSON of the log, with its line end. */
export function lineForPeople(json: string): string {
  const entry = logEntry.safeParse(JSON.parse(json)).data;
  if (entry === undefined) return visibleText(json);
  const { level, time, msg, err, ...fields } = entry;
  const { what, rest } = requestText(fields) ?? { what: msg, rest: fields };
  const failure = err === undefined ? '' : `: ${visibleLine(err.message)}`;
  const details = Object.entries(rest).map(([name, value]) => `${name}: ${valueText(value)}`);
  const listed = details.length === 0 ? '' : ` (${details.join(', ')})`;
  // Of what nobody expected the place in the code is wanted.
  const stack = level >= levels.error ? stackText(err?.stack) : '';
  return `${clock(time)} ${gravity(level)}${visibleLine(what)}${failure}${listed}\n${stack}`;
}

const levels = { info: 30, warn: 40, error: 50 } as const;

function gravity(level: number): string {
  if (level >= levels.error) return 'Error: ';
  return level >= levels.warn ? 'Warning: ' : '';
}

/** What all requests have, in the order in which it is asked. */
const requestFields = z.looseObject({
  method: z.string(),
  route: z.string(),
  status: z.number(),
  ms: z.number(),
});

function requestText(fields: Fields): { what: string; rest: Fields } | undefined {
  const { data } = requestFields.safeParse(fields);
  if (data === undefined) return undefined;
  const { method, route, status, ms, reqId, ...rest } = data;
  return { what: `${status} ${method} ${route} in ${ms} ms`, rest };
}

const valueText = (value: unknown): string =>
  visibleLine(typeof value === 'string' ? value : JSON.stringify(value));

/** Without its first line, which repeats the message. */
function stackText(stack = ''): string {
  const calls = stack.split('\n').filter((line) => line.startsWith('    at '));
  return calls.map((line) => `${visibleText(line)}\n`).join('');
}

/** On the clock of the machine, with seconds. */
function clock(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}
