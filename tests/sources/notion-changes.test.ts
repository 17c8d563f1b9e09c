/**
 * What changed in Notion since an endpoint was made is refused and told (409), what may no longer be read is
 * another matter (423), and what is chosen must exist.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Chosen, ReadAgain } from '../../src/sources/source.ts';
import { callTo, chooseDatabase, startWorkspace, type Workspace } from './notion-workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
});
afterEach(() => workspace.emulator.close());

const tasks = () => workspace.dataSource(workspace.seeded.tasks.dataSource);
const databaseOf = (id: string) => workspace.emulator.databases.find((each) => each.id === id);

function rename(from: string, to: string): void {
  const { properties } = tasks();
  const property = properties[from];
  if (!property) throw new Error(`no property ${from}`);
  delete properties[from];
  properties[to] = property;
}

describe('the choice of a database', () => {
  const expected = () => ({
    database: workspace.seeded.tasks.database,
    dataSource: workspace.seeded.tasks.dataSource,
  });
  const plain = (id: string): string => id.replaceAll('-', '').toUpperCase();

  it.each<[string, () => string]>([
    ['the id of the database', () => workspace.seeded.tasks.database],
    ['that id without dashes', () => plain(workspace.seeded.tasks.database)],
    ['the id of its data source', () => workspace.seeded.tasks.dataSource],
    [
      'an address',
      () => `https://www.notion.so/acme/${plain(workspace.seeded.tasks.database)}?v=${'a'.repeat(32)}`,
    ],
    [
      'an address with a title',
      () => `https://www.notion.so/Cafe-Tasks-${plain(workspace.seeded.tasks.database)}#top`,
    ],
  ])('is %s', async (_, given) => {
    const chosen = await workspace.choose(given());
    expect(chosen).toMatchObject({ settings: expected(), fields: null, name: 'Tasks' });
  });

  it('remembers all properties, the title first', async () => {
    const { settings, fields } = await workspace.choose(workspace.seeded.projects.database, [
      'Budget',
      'Name',
    ]);
    expect(fields).toEqual(['Budget', 'Name']);
    expect(settings['fields']).toMatchObject([
      { id: 'title', name: 'Name', type: 'title' },
      { id: 'st%40s', name: 'Status', type: 'status' },
      { id: 'bud1', name: 'Budget', type: 'number' },
      ...Array.from({ length: 9 }, () => ({})),
    ]);
  });

  it('needs one data source where there are several, and lists them', async () => {
    const { database, dataSources } = workspace.seeded.directory;
    await expect(workspace.choose(database)).rejects.toMatchObject({
      name: 'ChoiceError',
      part: 'database',
      message: expect.stringContaining(
        `give the id of one of its data sources: ${dataSources[0]} (Employees), ${dataSources[1]} (Contractors)`,
      ),
    });
    expect(await workspace.choose(dataSources[1])).toMatchObject({
      settings: { database, dataSource: dataSources[1] },
    });
  });

  it.each([
    ['', /missing/],
    ['Tasks', /holds no id/],
    ['12345678-0000-4000-8000-000000000000', /names no database that the integration can see/],
  ])('is refused when it is %j', async (given, message) => {
    await expect(workspace.choose(given)).rejects.toMatchObject({
      part: 'database',
      message: expect.stringMatching(message),
    });
  });

  it('is refused when the database is in the trash', async () => {
    Object.assign(databaseOf(workspace.seeded.tasks.database) ?? {}, { inTrash: true });
    await expect(workspace.choose(workspace.seeded.tasks.database)).rejects.toMatchObject({
      part: 'database',
    });
  });

  it('is refused when a field does not exist', async () => {
    await expect(
      workspace.choose(workspace.seeded.tasks.database, ['Name', 'Minutes']),
    ).rejects.toMatchObject({
      part: 'fields',
      message: 'names no property of the database: "Minutes". There is: "Name", "Hours", "Done", "Project".',
    });
  });

  it('is 423 without the capability to read', async () => {
    const token = workspace.emulator.addToken({ readsContent: false });
    const call = callTo(workspace.emulator.api.origin, token);
    const choice = { database: workspace.seeded.tasks.database };
    await expect(chooseDatabase({ choice, fields: null, call })).rejects.toMatchObject({ status: 423 });
  });
});

describe('a change since the endpoint was made', () => {
  let chosen: Chosen;
  beforeEach(async () => {
    chosen = await workspace.choose(workspace.seeded.tasks.database);
  });

  const refusal = (data: string) => ({
    status: 409,
    message: expect.stringContaining('your Notion data structure may have changed'),
    data,
  });

  it.each<[string, () => void, string]>([
    ['renamed', () => rename('Hours', 'Time'), 'The field "Hours" is now called "Time".'],
    ['deleted', () => delete tasks().properties['Hours'], 'The field "Hours" was deleted.'],
    [
      'retyped',
      () => Object.assign(tasks().properties['Hours'] ?? {}, { type: 'rich_text' }),
      'The field "Hours" was of type number and is now rich_text.',
    ],
  ])('a field was %s: 409 when it is exported', async (_, change, data) => {
    change();
    await expect(workspace.read(chosen)).rejects.toMatchObject(refusal(data));
    await expect(workspace.read({ ...chosen, fields: ['Hours'] })).rejects.toMatchObject(refusal(data));
    const others = await workspace.read({ ...chosen, fields: ['Done', 'Name'] }, { maxRows: 1 });
    expect(others.columns.map(({ name }) => name)).toEqual(['Done', 'Name']);
    const all = await workspace.read(chosen, { allFields: true, maxRows: 1 });
    expect(all.columns.map(({ name }) => name)).toEqual([
      'Name',
      ...Object.keys(tasks().properties).slice(1),
    ]);
  });

  it('a field was added: it is exported with all, and can be selected', async () => {
    tasks().properties['Place'] = { id: 'plc9', type: 'place', config: {} };
    expect((await workspace.read(chosen, { maxRows: 1 })).columns.at(-1)?.name).toBe('Place');
    expect((await workspace.read({ ...chosen, fields: ['Place'] }, { maxRows: 1 })).columns).toHaveLength(1);
    const unknown = workspace.read({ ...chosen, fields: ['Somewhere'] });
    await expect(unknown).rejects.toMatchObject(refusal('The table has no field "Somewhere".'));
  });

  it('the database was moved to the trash: 409', async () => {
    tasks().inTrash = true;
    await expect(workspace.read(chosen)).rejects.toMatchObject({
      status: 409,
      data: expect.stringMatching(/trash/),
    });
  });

  it('the database is no longer shared: 409, but 423 when nothing is', async () => {
    const database = databaseOf(workspace.seeded.tasks.database);
    if (database) database.shared = false;
    await expect(workspace.read(chosen)).rejects.toMatchObject({
      status: 409,
      data: expect.stringMatching(/no longer shared/),
    });
    for (const each of workspace.emulator.databases) each.shared = false;
    await expect(workspace.read(chosen)).rejects.toMatchObject({
      status: 423,
      data: expect.stringMatching(/Connections/),
    });
  });

  it('the capability to read was taken away: 423 naming it', async () => {
    const call = callTo(workspace.emulator.api.origin, workspace.emulator.addToken({ readsContent: false }));
    await expect(workspace.read(chosen, { call })).rejects.toMatchObject({
      status: 423,
      data: expect.stringContaining('"Read content"'),
    });
  });
});

describe('a change while rows are read', () => {
  /** Changes the workspace as soon as the schema was answered. */
  async function readWithChange(fields: readonly string[] | null, change: () => void) {
    const chosen = await workspace.choose(workspace.seeded.tasks.database, fields);
    return workspace.read(chosen, {
      call: async (wanted) => {
        const answer = await workspace.call(wanted);
        if (wanted.path === `/v1/data_sources/${workspace.seeded.tasks.dataSource}`) change();
        return answer;
      },
    });
  }

  it('is 409 when a selected property is gone', async () => {
    const read = readWithChange(['Name', 'Hours'], () => delete tasks().properties['Hours']);
    await expect(read).rejects.toMatchObject({ status: 409, data: expect.stringMatching(/property/) });
  });

  it.each<[string, () => void]>([
    ['deleted', () => delete tasks().properties['Hours']],
    ['retyped', () => Object.assign(tasks().properties['Hours'] ?? {}, { type: 'rich_text' })],
  ])('is read again when one of all properties was %s', async (_, change) => {
    await expect(readWithChange(null, change)).rejects.toBeInstanceOf(ReadAgain);
  });

  it('does no harm when a property was renamed', async () => {
    const { rows } = await readWithChange(['Hours'], () => rename('Hours', `Time ${Math.random()}`));
    expect(rows[0]).toEqual({ Hours: 0.5 });
  });
});

it('a property that Notion leaves out of its rows is empty, at the cost of one call', async () => {
  const chosen = await workspace.choose(workspace.seeded.projects.database, ['Name']);
  let schemas = 0;
  const { rows } = await workspace.read(chosen, {
    allFields: true,
    call: async (wanted) => {
      const answer = await workspace.call(wanted);
      if (!/data_sources\/1a[^/]*$/.test(wanted.path)) return answer;
      schemas += 1;
      const extra = { Shy: { id: 'shy1', name: 'Shy', type: 'button', button: {} } };
      return {
        ...answer,
        json: { ...Object(answer.json), properties: { ...Object(answer.json).properties, ...extra } },
      };
    },
  });
  expect(rows).toHaveLength(120);
  expect([rows[0]?.['Shy'], schemas]).toEqual([null, 2]);
});
