/**
 * A database with every property type, including some that Notion's own client does not know: one row with all
 * properties filled, one with none, one with unusual values.
 */
import type { NotionDatabase, NotionProperty, NotionRow } from './notion-data.ts';
import { textItem } from './notion-objects.ts';

const ann = {
  object: 'user',
  id: '0a000000-0000-4000-8000-00000000a001',
  name: 'Ann Lee',
  avatar_url: null,
  type: 'person',
  person: { email: 'ann@example.com' },
};
const nameless = { object: 'user', id: '0a000000-0000-4000-8000-00000000a002' };
const group = { object: 'group', id: '0a000000-0000-4000-8000-00000000a003', name: 'Design' };
const red = { id: 'o%3A1', name: 'Red', color: 'red' };
const blue = { id: 'o%3A2', name: 'Blue, light', color: 'blue' };
const todo = { id: 'st1', name: 'To do', color: 'default' };
const expiry_time = '2026-11-15T10:00:00.000Z';

export interface RelatedTable {
  readonly database: string;
  readonly dataSource: string;
  readonly pages: readonly string[];
  /** Id of its number property that is summed. */
  readonly numberId: string;
}

export function everyTypeDatabase(related: RelatedTable): NotionDatabase {
  return {
    id: '3e000000-0000-4000-8000-0000000000db',
    title: 'Every type',
    shared: true,
    inTrash: false,
    dataSources: [
      {
        id: '3e000000-0000-4000-8000-0000000000d5',
        name: 'Every type',
        properties: properties(related),
        rows: [row(1, filled(related)), row(2, {}), row(3, rare)],
      },
    ],
  };
}

function properties(related: RelatedTable): Record<string, NotionProperty> {
  const options = [red, blue].map((option) => ({ ...option, description: null }));
  const status = {
    options: [{ ...todo, description: null }],
    groups: [{ id: 'g1', name: 'To-do', color: 'gray', option_ids: [todo.id] }],
  };
  const relation = {
    database_id: related.database,
    data_source_id: related.dataSource,
    type: 'single_property',
    single_property: {},
  };
  const over = { relation_property_name: 'Relation', relation_property_id: 'r%5Ela' };
  return {
    Number: { id: 'n%3Dum', type: 'number', config: { format: 'euro' } },
    Title: { id: 'title', type: 'title', config: {} },
    Text: { id: '%3EQQn', type: 'rich_text', config: {} },
    Select: { id: 'sel1', type: 'select', config: { options } },
    Status: { id: 'stat', type: 'status', config: status },
    'Multi-select': { id: 'mu%7Cs', type: 'multi_select', config: { options } },
    Date: { id: 'dat1', type: 'date', config: {} },
    People: { id: 'ppl1', type: 'people', config: {} },
    Files: { id: 'fil1', type: 'files', config: {} },
    Checkbox: { id: 'chk1', type: 'checkbox', config: {} },
    URL: { id: 'url1', type: 'url', config: {} },
    Email: { id: 'eml1', type: 'email', config: {} },
    Phone: { id: 'pho1', type: 'phone_number', config: {} },
    Formula: { id: 'frm1', type: 'formula', config: { expression: 'prop("Number") * 2' } },
    Relation: { id: 'r%5Ela', type: 'relation', config: relation },
    Total: {
      id: 'rol1',
      type: 'rollup',
      config: {
        function: 'sum',
        ...over,
        rollup_property_name: 'Hours',
        rollup_property_id: related.numberId,
      },
    },
    Names: {
      id: 'rol2',
      type: 'rollup',
      config: {
        function: 'show_original',
        ...over,
        rollup_property_name: 'Name',
        rollup_property_id: 'title',
      },
    },
    'Created time': { id: 'cti1', type: 'created_time', config: {} },
    'Created by': { id: 'cby1', type: 'created_by', config: {} },
    'Last edited time': { id: 'let1', type: 'last_edited_time', config: {} },
    'Last edited by': { id: 'leb1', type: 'last_edited_by', config: {} },
    ID: { id: 'uid1', type: 'unique_id', config: { prefix: 'EVT' } },
    Button: { id: 'btn1', type: 'button', config: {} },
    Verification: { id: 'ver1', type: 'verification', config: {} },
    Place: { id: 'plc1', type: 'place', config: {} },
    Mood: { id: 'moo1', type: 'mood_ring', config: { colors: 3 } },
  };
}

function filled(related: RelatedTable): Record<string, unknown> {
  return {
    'n%3Dum': 1234.5,
    title: [textItem('First '), { ...textItem('row'), href: 'https://example.com/' }],
    '%3EQQn': [textItem('Line 1\nline 2, '), userMention],
    sel1: red,
    stat: todo,
    'mu%7Cs': [red, blue],
    dat1: { start: '2026-05-01', end: null, time_zone: null },
    ppl1: [ann, group],
    fil1: [
      {
        name: 'plan.pdf',
        type: 'file',
        file: { url: 'https://files.example.com/plan.pdf?sig=1', expiry_time },
      },
      { name: 'logo', type: 'external', external: { url: 'https://example.com/logo.png' } },
    ],
    chk1: true,
    url1: 'https://example.com/?a=1&b=2',
    eml1: 'first@example.com',
    pho1: '+1 555 0100',
    frm1: { type: 'number', number: 2469 },
    'r%5Ela': related.pages.map((id) => ({ id })),
    cby1: ann,
    leb1: ann,
    uid1: { prefix: 'EVT', number: 1 },
    ver1: { state: 'verified', date: { start: '2026-02-03', end: null, time_zone: null }, verified_by: ann },
    plc1: { lat: 52.52, lon: 13.405, name: 'Office', address: 'Alexanderplatz 1, Berlin' },
    moo1: { hue: 'teal', level: 3 },
  };
}

const userMention = {
  ...textItem('@Ann Lee'),
  type: 'mention',
  text: undefined,
  mention: { type: 'user', user: ann },
};

const rare: Record<string, unknown> = {
  'n%3Dum': -0.1,
  title: [],
  '%3EQQn': [
    { ...textItem('e=mc^2'), type: 'equation', text: undefined, equation: { expression: 'e=mc^2' } },
  ],
  dat1: { start: '2026-05-01T10:00:00.000+02:00', end: '2026-05-02T11:30:00.000+02:00', time_zone: null },
  ppl1: [nameless, { ...ann, name: null }],
  frm1: { type: 'date', date: { start: '2026-01-01', end: '2026-01-31', time_zone: null } },
  rol1: { type: 'unsupported', unsupported: {}, function: 'sum' },
  rol2: {
    type: 'array',
    array: [
      { type: 'number', number: 3 },
      { type: 'select', select: blue },
    ],
    function: 'show_original',
  },
  uid1: { prefix: null, number: 3 },
  ver1: { state: 'unverified', date: null, verified_by: null },
  plc1: { lat: -33.86, lon: 151.2 },
};

function row(n: number, values: Record<string, unknown>): NotionRow {
  return {
    id: `3e000000-0000-4000-8000-00000000000${n}`,
    createdTime: `2026-03-0${n}T09:00:00.000Z`,
    lastEditedTime: `2026-04-0${n}T17:45:00.000Z`,
    values,
  };
}
