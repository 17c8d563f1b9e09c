import { expect, test } from 'vitest';
import { openLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = [];
  write(openLog('info', { write: (line) => void lines.push(line) }));
  return lines;
}

const secrets = {
  authorization: 'planted-1',
  headers: { cookie: 'planted-2' },
  password: 'planted-3',
  query: { sql: 'planted-4' },
  token: 'planted-5',
  url: 'https://x.test/planted-6',
};

test.each([
  ['the line itself', secrets],
  ['a request', { req: secrets }],
  ['an error of a library', { err: Object.assign(new Error('failed'), secrets) }],
])('what is secret in %s is redacted, the rest stays', (_where, fields) => {
  const [line = ''] = linesOf((log) => log.info({ ...fields, status: 401 }, 'request completed'));
  expect(line).toContain('[Redacted]');
  expect(line).toContain('"status":401');
  expect(line).not.toContain('planted');
});

test('lines below the level are not written', () => {
  expect(linesOf((log) => log.debug('x'))).toEqual([]);
});
