/** Secrets at rest: what was sealed opens in its place and nowhere else, and not after any change (contract 5.8.1). */
import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecrets, SecretError } from './secrets.ts';

const oldKey = 'o'.repeat(32);
const newKey = 'n'.repeat(32);
const place = 'connections/c1/secret';

describe('secrets', () => {
  const secrets = openSecrets([oldKey]);
  const texts = [
    '',
    'x',
    '{"accessToken":"ya29.a0","refreshToken":null}',
    'Göğüş 表 🙂',
    'a'.repeat(100_000),
  ];

  it.each(texts.map((text) => [text.slice(0, 20), text]))('opens what it has sealed: %j', (_start, text) => {
    const sealed = secrets.seal(text, place);
    expect(secrets.open(sealed, place)).toBe(text);
    if (text.length > 10) expect(sealed).not.toContain(text.slice(0, 10));
  });

  it('seals the same text differently each time', () => {
    const sealed = Array.from({ length: 1_000 }, () => secrets.seal('text', place));
    const ivs = sealed.map((one) => Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('hex', 0, 12));
    expect(new Set(ivs).size).toBe(1_000);
    expect(new Set(sealed).size).toBe(1_000);
  });

  it('notices every one of 1,000 damages', () => {
    const openedOnes: string[] = [];
    for (let round = 0; round < 1_000; round++) {
      const sealed = secrets.seal(randomBytes(randomInt(60)).toString('hex'), place);
      const damaged = damages[round % damages.length]?.(sealed) ?? '';
      expect(damaged).not.toBe(sealed);
      if (opens(damaged)) openedOnes.push(`${sealed} as ${damaged}`);
    }
    expect(openedOnes).toEqual([]);
  });

  it('notices any other last character, though some would decode to the same bytes', () => {
    const sealed = secrets.seal('ab', place);
    const others = [...alphabet, '=', '.', '\n'].filter((character) => !sealed.endsWith(character));
    for (const character of others) expect(opens(sealed.slice(0, -1) + character)).toBe(false);
  });

  it('does not open in another place', () => {
    const sealed = secrets.seal('text', place);
    for (const other of ['connections/c2/secret', 'connections/c1/verifier', '', `${place} `]) {
      expect(() => secrets.open(sealed, other)).toThrow(SecretError);
    }
  });

  it.each(['', 's1', 's1..', 's2.x.y', 'plain text', '{"accessToken":"a"}', 's1.00000000.AAAA'])(
    'does not open what was never sealed: %j',
    (text) => expect(() => secrets.open(text, place)).toThrow(SecretError),
  );

  it.each([
    ['s1', 'it was sealed with a key that is not given'],
    ['s2.x.y', 'it was sealed with a key that is not given'],
    ['s1.00000000.AAAA', 'it was sealed with a key that is not given'],
  ])('says why %j does not open: %s', (text, why) => {
    expect(() => secrets.open(text, place)).toThrow(new SecretError(why));
  });

  it('says why what was changed or moved does not open', () => {
    const sealed = secrets.seal('text', place);
    expect(() => secrets.open(`${sealed}=`, place)).toThrow(new SecretError('it was changed'));
    expect(() => secrets.open(`${sealed}.x`, place)).toThrow(new SecretError('it was changed'));
    const moved = expect(() => secrets.open(sealed, 'elsewhere'));
    moved.toThrow(expect.objectContaining({ name: 'SecretError', message: 'it was changed or moved' }));
    moved.toThrow(expect.objectContaining({ cause: expect.any(Error) }));
  });

  it('opens what an earlier version has sealed', () => {
    const kept = 's1.1d94ab72.pf6rpNolCIdo-bPQHkcwrdCcC6taY4g7aQmzjcb-bSltMZtuKsv9F0c';
    expect(secrets.open(kept, place)).toBe('Göğüş 表');
    expect(secrets.seal('x', place).slice(0, 12)).toBe(kept.slice(0, 12));
  });

  it('is not outdated where there is one key', () => {
    expect(secrets.isOutdated('damaged')).toBe(false);
  });

  it('a new key seals, older ones still open; alone, neither opens what the other has sealed', () => {
    const both = openSecrets([newKey, oldKey]);
    const before = secrets.seal('text', place);
    const after = both.seal('text', place);
    expect([both.open(before, place), both.open(after, place)]).toEqual(['text', 'text']);
    expect([both.isOutdated(before), both.isOutdated(after)]).toEqual([true, false]);
    expect(openSecrets([newKey]).open(after, place)).toBe('text');
    expect(() => openSecrets([newKey]).open(before, place)).toThrow(SecretError);
    expect(() => secrets.open(after, place)).toThrow(SecretError);
  });

  const opens = (sealed: string): boolean => {
    try {
      secrets.open(sealed, place);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(SecretError);
      return false;
    }
  };
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Each leaves another text than it was given. */
const damages: readonly ((sealed: string) => string)[] = [
  function flipBit(sealed) {
    const [form = '', key = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    const at = randomInt(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
    return `${form}.${key}.${bytes.toString('base64url')}`;
  },
  function changeCharacter(sealed) {
    const at = randomInt(sealed.length);
    const others = alphabet.replace(sealed.charAt(at), '');
    return sealed.slice(0, at) + others.charAt(randomInt(others.length)) + sealed.slice(at + 1);
  },
  function cut(sealed) {
    return sealed.slice(0, randomInt(sealed.length));
  },
  function leaveOut(sealed) {
    const at = randomInt(sealed.length);
    return sealed.slice(0, at) + sealed.slice(at + 1);
  },
  function insert(sealed) {
    const at = randomInt(sealed.length + 1);
    const added = `${alphabet}+/=. \n`.charAt(randomInt(alphabet.length + 6));
    return sealed.slice(0, at) + added + sealed.slice(at);
  },
];
