/**
 * The tables of the demo workspace: their ids and properties.
 */
import type { NotionDatabase, NotionDataSource, NotionProperty } from './notion-data.ts';
import { stages } from './notion-made-values.ts';

export const hoursId = 'h%3Brs';
export const tasksId = 't%3Cks';
export const projectId = 'prj1';

export function table(
  prefix: string,
  title: string,
  properties: Record<string, NotionProperty>,
  name = title,
): NotionDatabase {
  const dataSource: NotionDataSource = { id: idOf(prefix, 'd5'), name, properties, rows: [] };
  return { id: idOf(prefix, 'db'), title, shared: true, inTrash: false, dataSources: [dataSource] };
}

export function projectProperties(): Record<string, NotionProperty> {
  const relation = dual('2b', 'Project', projectId);
  const over = { relation_property_name: 'Tasks', relation_property_id: tasksId };
  return {
    Status: { id: 'st%40s', type: 'status', config: { options: stages, groups: [] } },
    Budget: { id: 'bud1', type: 'number', config: { format: 'dollar' } },
    Name: { id: 'title', type: 'title', config: {} },
    Tags: { id: 'tag1', type: 'multi_select', config: { options: stages } },
    Due: { id: 'due1', type: 'date', config: {} },
    Tasks: { id: tasksId, type: 'relation', config: relation },
    'Task count': { id: 'cnt1', type: 'rollup', config: rollup('count', over, 'Name', 'title') },
    'Total hours': { id: 'sum1', type: 'rollup', config: rollup('sum', over, 'Hours', hoursId) },
    'Task names': { id: 'nam1', type: 'rollup', config: rollup('show_original', over, 'Name', 'title') },
    'Project ID': { id: 'pid1', type: 'unique_id', config: { prefix: 'PRJ' } },
    Website: { id: 'web1', type: 'url', config: {} },
    Created: { id: 'cre1', type: 'created_time', config: {} },
  };
}

export function taskProperties(): Record<string, NotionProperty> {
  return {
    Name: { id: 'title', type: 'title', config: {} },
    Hours: { id: hoursId, type: 'number', config: { format: 'number' } },
    Done: { id: 'don1', type: 'checkbox', config: {} },
    Project: { id: projectId, type: 'relation', config: dual('1a', 'Tasks', tasksId) },
  };
}

export function personProperties(): Record<string, NotionProperty> {
  return {
    Name: { id: 'title', type: 'title', config: {} },
    Email: { id: 'eml1', type: 'email', config: {} },
    Phone: { id: 'pho1', type: 'phone_number', config: {} },
    Since: { id: 'snc1', type: 'date', config: {} },
  };
}

function rollup(
  name: string,
  over: Record<string, string>,
  property: string,
  id: string,
): Record<string, unknown> {
  return { function: name, ...over, rollup_property_name: property, rollup_property_id: id };
}

function dual(prefix: string, name: string, id: string): Record<string, unknown> {
  return {
    database_id: idOf(prefix, 'db'),
    data_source_id: idOf(prefix, 'd5'),
    type: 'dual_property',
    dual_property: { synced_property_name: name, synced_property_id: id },
  };
}

function idOf(prefix: string, kind: 'db' | 'd5'): string {
  return `${prefix}000000-0000-4000-8000-0000000000${kind}`;
}
