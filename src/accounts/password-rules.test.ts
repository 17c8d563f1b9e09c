import { expect, it } from 'vitest';
import { passwordProblem } from './password-rules.ts';

it.each([
  'short',
  'password',
  'Password1!',
  'P@ssw0rd',
  'p4$$w0rd2026',
  '12345678',
  '1234567890',
  '19841231',
  'aaaaaaaaaa',
  'abababab',
  'qwerty123',
  'QwertyUiop',
  '1q2w3e4r',
  '1qaz2wsx',
  'abc12345',
  'letmein1',
  'trustno1',
  'iloveyou',
  'welcome2026',
  'Summer2026!',
  'administrator',
  'passwordpassword',
  'changeme',
  '!!football!!',
  'Tablecast2026',
  'my tablecast',
  'zoe.miller@example.com',
  'Zoe.Miller-9',
  'x'.repeat(201),
])('%s is refused', (password) => {
  expect(passwordProblem(password, 'zoe.miller@example.com')).toBeDefined();
});

it.each([
  'correct horse',
  'correct horse battery',
  'the old password',
  'the new password',
  'half a password',
  'Vq7-kd02m',
  'blue lamp under 3 stairs',
  'monkeys eat 12 pears',
  '493817264058',
  'Füße im Wasser',
])('%s is taken', (password) => {
  expect(passwordProblem(password, 'zoe.miller@example.com')).toBeUndefined();
});

it('a short name in an address is part of many words', () => {
  expect(passwordProblem('channel of rain', 'ann@example.com')).toBeUndefined();
  expect(passwordProblem('my ann@example.com', 'ann@example.com')).toBeDefined();
});
