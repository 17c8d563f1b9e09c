import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/errors.ts';
import { PlatformUnreachable } from '../platform/platform-request.ts';
import { isOutage, isStateFailure } from './state-failure.ts';
import { stateFailureText } from './state-failure-text.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });
const ofSqlite = (errcode: number): Error =>
  Object.assign(new Error('failed'), { code: 'ERR_SQLITE_ERROR', errcode });

const outages = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['08000', '08006', '57P01', '57P02', '57P03', '53000', '53300', '53400', '55P03', '57014', '25P03'],
];
const disks = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', '53100', '53200', '58030'];

describe('failures of the own state', () => {
  it.each(outages)('%s is an outage', (code) => {
    expect([isOutage(withCode(code)), isStateFailure(withCode(code))]).toEqual([true, true]);
  });

  it.each(disks)('%s is one of the disk', (code) => {
    expect([isOutage(withCode(code)), isStateFailure(withCode(code))]).toEqual([false, true]);
  });

  it.each([5, 8, 10, 13, 14, 778, 4874])('code %i of SQLite is one, extended or not', (errcode) => {
    expect(isStateFailure(ofSqlite(errcode))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('of `pg`, without a code: %s', (message) => {
    expect(isStateFailure(new Error(message))).toBe(true);
  });

  it('is found among causes, and among several errors', () => {
    const inner = new Error('outer', {
      cause: new AggregateError([new Error('x'), withCode('ECONNREFUSED')]),
    });
    expect(isStateFailure(inner)).toBe(true);
    const circle = new Error('a');
    circle.cause = circle;
    expect(isStateFailure(circle)).toBe(false);
  });

  it('those of platforms are none', () => {
    const cause = withCode('ECONNREFUSED');
    expect(isStateFailure(new ServiceError('sourceUnavailable', { cause }))).toBe(false);
    expect(isStateFailure(new PlatformUnreachable('x', { cause }))).toBe(false);
  });

  it.each([
    withCode('ENOENT'),
    withCode('23505'),
    ofSqlite(1),
    ofSqlite(19),
    new Error('x'),
    'ENOSPC',
    undefined,
  ])('any other is none: %s', (error) => {
    expect(isStateFailure(error)).toBe(false);
  });
});

describe('what a command says of them', () => {
  it.each([
    [withCode('ENOSPC'), 'The disk is full: no room is left in /data. Nothing was changed.'],
    [ofSqlite(13), 'The disk is full: no room is left in /data. Nothing was changed.'],
    [ofSqlite(8), '/data cannot be written to: the disk or the file is read-only.'],
    [ofSqlite(778), 'Reading or writing in /data failed (failed). Mostly the disk is full: make room there'],
    [withCode('53100'), 'PostgreSQL has no room left on its disk (failed). Nothing was changed.'],
    [withCode('ECONNREFUSED'), 'The database does not answer (failed).'],
  ])('%s', (error, text) => {
    expect(stateFailureText(error, '/data')).toContain(text);
  });

  it('nothing of others', () => {
    expect(stateFailureText(new Error('x'), '/data')).toBeUndefined();
  });
});
