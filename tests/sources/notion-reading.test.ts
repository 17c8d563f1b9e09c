/**
 * Reading from Notion is complete whatever the size: rows beyond the limit of one query, references beyond 25,
 * names of related pages without a call for each, and always in the order of creation.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filledDatabase } from '../../emulators/notion/notion-seed.ts';
import { ReadAgain } from '../../src/sources/source.ts';
import { startWorkspace, type Workspace } from './notion-workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
});
afterEach(() => workspace.emulator.close());

const items = '7f000000-0000-4000-8000-0000000000db';

function addItems(rows: number, rowsPerMinute?: number): void {
  const options = rowsPerMinute === undefined ? {} : { rowsPerMinute };
  workspace.emulator.databases.push(filledDatabase(items, 'Items', rows, options));
}

const count = (calls: readonly string[], part: string): number =>
  calls.filter((call) => call.includes(part)).length;
const rowNames = (rows: number): string[] => Array.from({ length: rows }, (_, n) => `Row ${n + 1}`);

describe('rows', () => {
  it('are read with one schema call and one call per page', async () => {
    addItems(950);
    const chosen = await workspace.choose(items);
    workspace.takeCalls();
    const { rows } = await workspace.read(chosen);
    expect(rows.map(({ Name }) => Name)).toEqual(rowNames(950));
    const calls = workspace.takeCalls();
    expect([calls.length, count(calls, '/query')]).toEqual([11, 10]);
  });

  it('are all there beyond the limit of one query, also in short pages', async () => {
    addItems(1234);
    workspace.emulator.queryCap = 300;
    workspace.emulator.shortPages = true;
    const { rows } = await workspace.read(await workspace.choose(items));
    expect(rows.map(({ Name }) => Name)).toEqual(rowNames(1234));
  });

  it('are refused when more of them share one creation time than a query returns', async () => {
    addItems(500, 400);
    workspace.emulator.queryCap = 300;
    await expect(workspace.read(await workspace.choose(items))).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: expect.stringContaining('created at the same time'),
    });
  });

  it('are no more than wanted, with no call too many', async () => {
    addItems(950);
    const chosen = await workspace.choose(items, ['Name']);
    workspace.takeCalls();
    const { rows } = await workspace.read(chosen, { maxRows: 10 });
    expect(rows).toEqual(rowNames(10).map((Name) => ({ Name })));
    expect(workspace.takeCalls()).toHaveLength(2);
  });

  it('are read again when a cursor has expired', async () => {
    addItems(950);
    const chosen = await workspace.choose(items);
    workspace.emulator.api.addFault({
      on: '/query',
      skip: 3,
      act: {
        kind: 'answer',
        status: 400,
        body: { code: 'validation_error', message: 'invalid start_cursor' },
      },
    });
    await expect(workspace.read(chosen)).rejects.toBeInstanceOf(ReadAgain);
  });
});

describe.each([{ sendsRelationHasMore: true }, { sendsRelationHasMore: false }])(
  'relations (%o)',
  (behaviour) => {
    beforeEach(() => Object.assign(workspace.emulator, behaviour));

    it('are complete beyond 25 and have names, without a call per page', async () => {
      const chosen = await workspace.choose(workspace.seeded.projects.database, ['Name', 'Tasks']);
      workspace.takeCalls();
      const { rows, columns } = await workspace.read(chosen);
      expect(columns).toEqual([
        { name: 'Name', type: 'string' },
        { name: 'Tasks', type: 'json' },
      ]);
      const calls = workspace.takeCalls();
      const stored = workspace.dataSource(workspace.seeded.projects.dataSource).rows;
      expect(rows).toEqual(
        stored.map(({ values }, n) => ({
          Name: `Project ${n + 1}`,
          Tasks: named(values['t%3Cks'], n),
        })),
      );
      const tasks = workspace.dataSource(workspace.seeded.tasks.dataSource).rows.length;
      expect(count(calls, `${workspace.seeded.tasks.dataSource}/query`)).toBeLessThanOrEqual(
        Math.ceil(tasks / 100),
      );
      expect(calls.filter((call) => /^GET \/v1\/pages\/[^/]+$/.test(call))).toEqual([]);
      expect(count(calls, '/properties/')).toBe(9);
    });

    it('tell whether a rollup must be read to its end, also when they are not selected', async () => {
      const chosen = await workspace.choose(workspace.seeded.projects.database, [
        'Task count',
        'Total hours',
        'Task names',
      ]);
      const { rows, columns } = await workspace.read(chosen);
      expect(columns.map(({ type }) => type)).toEqual(['any', 'any', 'any']);
      const stored = workspace.dataSource(workspace.seeded.projects.dataSource).rows;
      expect(rows).toEqual(
        stored.map(({ values }, n) => {
          const tasks = named(values['t%3Cks'], n) ?? [];
          return {
            'Task count': tasks.length,
            'Total hours': tasks.reduce((total, _, at) => total + (at % 8) + 0.5, 0),
            'Task names': tasks.map(({ name }) => name).join(', ') || null,
          };
        }),
      );
    });
  },
);

function named(stored: unknown, project: number): { id: string; name: string }[] {
  if (!Array.isArray(stored)) return [];
  return stored.map(({ id }: { id: string }, at) => ({ id, name: `Task ${project + 1}.${at + 1}` }));
}

describe('names of related pages', () => {
  const names = async () => {
    const { rows } = await workspace.read(
      await workspace.choose(workspace.seeded.everyType.database, ['Relation']),
    );
    return rows[0]?.['Relation'];
  };

  it('are empty where the page is gone', async () => {
    workspace.dataSource(workspace.seeded.tasks.dataSource).rows.shift();
    expect(await names()).toMatchObject([{ name: '' }, { name: 'Task 1.2' }]);
  });

  it('are empty where the related data source cannot be read', async () => {
    workspace.emulator.api.addFault({
      on: `${workspace.seeded.tasks.dataSource}/query`,
      act: { kind: 'answer', status: 404, body: { code: 'object_not_found', message: 'Could not find it.' } },
    });
    expect(await names()).toMatchObject([{ name: '' }, { name: '' }]);
  });

  it('are found beyond the limit of one query', async () => {
    workspace.emulator.queryCap = 50;
    const stored = workspace.dataSource(workspace.seeded.everyType.dataSource).rows[0];
    const last = workspace.dataSource(workspace.seeded.tasks.dataSource).rows.at(-1);
    if (stored) stored.values['r%5Ela'] = [{ id: last?.id }];
    expect(await names()).toEqual([{ id: last?.id, name: expect.stringMatching(/^Task \d+\.\d+$/) }]);
  });
});

describe('long values', () => {
  const people = Array.from({ length: 130 }, (_, n) => ({
    object: 'user',
    id: `user-${n}`,
    name: `Person ${n}`,
  }));
  const mentions = people.map(({ name }) => ({ type: 'mention', plain_text: `@${name} `, mention: {} }));

  it('of people and mentions are complete', async () => {
    const [first] = workspace.dataSource(workspace.seeded.everyType.dataSource).rows;
    if (first) Object.assign(first.values, { ppl1: people, '%3EQQn': mentions });
    const { rows } = await workspace.read(await workspace.choose(workspace.seeded.everyType.database));
    expect(rows[0]).toMatchObject({
      People: people.map(({ name }) => name).join(', '),
      Text: mentions.map(({ plain_text }) => plain_text).join(''),
    });
  });

  it('are read again when their row goes away meanwhile', async () => {
    const chosen = await workspace.choose(workspace.seeded.projects.database, ['Tasks']);
    workspace.emulator.api.addFault({
      on: '/properties/',
      act: {
        kind: 'answer',
        status: 404,
        body: { code: 'object_not_found', message: 'Could not find page.' },
      },
    });
    await expect(workspace.read(chosen)).rejects.toBeInstanceOf(ReadAgain);
  });
});
