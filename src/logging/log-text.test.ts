import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { lineForPeople } from './log-text.ts';

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = [];
  write(openLog('info', { write: (line) => void lines.push(lineForPeople(line)) }));
  return lines.join('').replace(/^\d\d:\d\d:\d\d /gm, '');
}

test('what happened, and the rest as names and values', () => {
  expect(linesOf((log) => log.info('stopped'))).toBe('stopped\n');
  expect(linesOf((log) => log.info({ port: 8080, missing: ['/proc'] }, 'listening'))).toBe(
    'listening (port: 8080, missing: ["/proc"])\n',
  );
});

test('a warning says that it is one, with the message of its error', () => {
  const err = new Error('connection refused');
  expect(linesOf((log) => log.warn({ err, waitMs: 5 }, 'PostgreSQL cannot be reached yet'))).toBe(
    'Warning: PostgreSQL cannot be reached yet: connection refused (waitMs: 5)\n',
  );
});

test('an error has its place in the code on the lines below', () => {
  const [first, second] = linesOf((log) => log.error(new Error('broken'), 'unexpected failure')).split('\n');
  expect(first).toBe('Error: unexpected failure: broken');
  expect(second).toMatch(/^ {4}at .*log-text\.test\.ts:\d+/);
});

test('texts of strangers cannot control the terminal, nor begin a line', () => {
  const hostile = '\x1b[2J\u009b31m\n12:00:00 stopped\u202e';
  const line = linesOf((log) => log.warn({ err: new Error(hostile), reason: hostile }, hostile));
  expect(line).toMatch(/^[\x20-\x7e]+\n$/);
});

test('a line of another form is shown as it is', () => {
  expect(lineForPeople('{"level":40,"err":"text"}\n')).toBe('{"level":40,"err":"text"}\n');
});
