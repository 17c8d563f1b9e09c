import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingFacilities, openFileLimit, sortedBytes, sortFolder } from './operating-system.ts';

describe('on Linux', () => {
  test('nothing is missing', () => {
    expect(missingFacilities()).toEqual([]);
  });

  test('the limit of open files is what the system says', () => {
    expect(openFileLimit()).toBeGreaterThanOrEqual(256);
  });
});

describe('on a system without /proc, /dev/shm and ulimit', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'tablecast-system-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('a usual number of open files is assumed', () => {
    expect(openFileLimit(root)).toBe(1_024);
  });

  test('what is too much for memory is sorted in the folder of the service', () => {
    expect(sortFolder(1, '/elsewhere', root)).toBe('/elsewhere');
  });

  test('nothing is known of the files of a process', () => {
    expect(sortedBytes(process.pid, root)).toBe(0);
  });

  test('each thing that is missing is named with what follows from it', () => {
    expect(missingFacilities(root, 'darwin').map((lack) => lack.split(':')[0])).toEqual([
      '/proc',
      '/dev/shm',
      '/bin/sh',
      'ulimit -d',
    ]);
    expect(missingFacilities('/', 'darwin')).toEqual([
      'ulimit -d: the memory of a SQL statement is not limited by the system',
    ]);
  });
});
