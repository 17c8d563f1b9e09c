/**
 * The seed workspace: Projects with their Tasks (some with more than 25, one with more than 100), a database with
 * every property type, and one with two data sources.
 */
import type { NotionDatabase, NotionDataSource, NotionRow } from './notion-data.ts';
import {
  hoursId,
  personProperties,
  projectId,
  projectProperties,
  table,
  taskProperties,
  tasksId,
} from './notion-demo-tables.ts';
import type { NotionEmulator } from './notion-emulator.ts';
import { everyTypeDatabase } from './notion-every-type.ts';
import { madeValue, stages } from './notion-made-values.ts';
import { textItem } from './notion-objects.ts';

export interface SeededNotion {
  readonly projects: SeededTable;
  readonly tasks: SeededTable;
  readonly everyType: SeededTable;
  /** Has two data sources. */
  readonly directory: { readonly database: string; readonly dataSources: readonly [string, string] };
}

export interface FillOptions {
  /** Creation time of the first row. */
  readonly from?: string;
  /** Number of rows that share one `created_time`, which has minute precision. */
  readonly rowsPerMinute?: number;
}

export interface SeededTable {
  readonly database: string;
  readonly dataSource: string;
}

const projectCount = 120;

export function seedNotion({ databases }: Pick<NotionEmulator, 'databases'>): SeededNotion {
  const projects = table('1a', 'Projects', projectProperties());
  const tasks = table('2b', 'Tasks', taskProperties());
  const [projectSource, taskSource] = [only(projects), only(tasks)];
  fillDataSource(projectSource, projectCount, { rowsPerMinute: 3 });
  linkTasks(projectSource, taskSource);
  const everyType = everyTypeDatabase({
    database: tasks.id,
    dataSource: taskSource.id,
    pages: taskSource.rows.slice(0, 2).map(({ id }) => id),
    numberId: hoursId,
  });
  const people = table('4d', 'People directory', personProperties(), 'Employees');
  const contractors = only(table('5e', 'Contractors', personProperties()));
  people.dataSources.push(contractors);
  fillDataSource(only(people), 15);
  fillDataSource(contractors, 8);
  for (const { name, rows } of people.dataSources) {
    rows.forEach((row, n) => {
      row.values['title'] = [textItem(`${name.slice(0, -1)} ${n + 1}`)];
    });
  }
  databases.push(projects, tasks, everyType, people);
  return {
    projects: ids(projects),
    tasks: ids(tasks),
    everyType: ids(everyType),
    directory: { database: people.id, dataSources: [only(people).id, contractors.id] },
  };
}

/** Adds rows to a data source; relations and rollups stay empty. */
export function fillDataSource(
  dataSource: NotionDataSource,
  count: number,
  options: FillOptions = {},
): NotionRow[] {
  const { from = '2025-03-01T08:00:00.000Z', rowsPerMinute = 10 } = options;
  const start = Date.parse(from);
  const properties = Object.values(dataSource.properties);
  const first = dataSource.rows.length;
  for (let n = first; n < first + count; n += 1) {
    const time = new Date(start + Math.floor(n / rowsPerMinute) * 60_000).toISOString();
    const values: Record<string, unknown> = {};
    for (const property of properties) values[property.id] = madeValue(property, n);
    dataSource.rows.push({ id: rowId(dataSource, n), createdTime: time, lastEditedTime: time, values });
  }
  return dataSource.rows.slice(first);
}

/** A database with one data source that has common property types and rows. */
export function filledDatabase(
  id: string,
  title: string,
  rows: number,
  options: FillOptions = {},
): NotionDatabase {
  const dataSource: NotionDataSource = {
    id: `${id.slice(0, -12)}d50000000001`,
    name: title,
    properties: {
      Name: { id: 'title', type: 'title', config: {} },
      Note: { id: 'nT%3Ae', type: 'rich_text', config: {} },
      Amount: { id: 'amNt', type: 'number', config: { format: 'number' } },
      Done: { id: 'd%3Fne', type: 'checkbox', config: {} },
      Stage: { id: 'stGe', type: 'select', config: { options: stages } },
      Due: { id: 'due%7E', type: 'date', config: {} },
      Contact: { id: 'cntC', type: 'email', config: {} },
    },
    rows: [],
  };
  fillDataSource(dataSource, rows, options);
  return { id, title, shared: true, inTrash: false, dataSources: [dataSource] };
}

/** Creates the tasks of every project, and many for some projects. */
function linkTasks(projects: NotionDataSource, tasks: NotionDataSource): void {
  projects.rows.forEach((project, n) => {
    const own = fillDataSource(tasks, tasksOf(n));
    own.forEach((task, at) => {
      task.values['title'] = [textItem(`Task ${n + 1}.${at + 1}`)];
      task.values[hoursId] = (at % 8) + 0.5;
      task.values[projectId] = [{ id: rowId(projects, n) }];
    });
    project.values['title'] = [textItem(`Project ${n + 1}`)];
    project.values[tasksId] = own.map(({ id }) => ({ id }));
  });
}

function tasksOf(project: number): number {
  if (project === 0) return 130;
  if (project === 1) return 25;
  return project % 20 === 2 ? 26 + project / 2 : project % 5;
}

function rowId({ id }: NotionDataSource, n: number): string {
  return `${id.slice(0, -12)}f${n.toString(16).padStart(11, '0')}`;
}

function only({ dataSources: [dataSource] }: NotionDatabase): NotionDataSource {
  if (!dataSource) throw new Error('a database without a data source');
  return dataSource;
}

function ids(database: NotionDatabase): SeededTable {
  return { database: database.id, dataSource: only(database).id };
}
