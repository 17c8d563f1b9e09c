/**
 * A table with a field of every type that Airtable has, and two that it does not document: a row with all cells
 * filled, one with none, and one with awkward values (errors in cells, zero, negatives, quotes).
 */
import type { AirtableField, AirtableRecord, AirtableTable } from './airtable-data.ts';

interface TypedColumn {
  readonly type: string;
  readonly options?: Record<string, unknown> | null;
  readonly filled: unknown;
  readonly awkward?: unknown;
}

const person = { id: 'usrAda00000000001', email: 'ada@example.com', name: 'Ada Byron' };
const otherPerson = { id: 'usrGrace000000001', email: 'grace@example.com', name: 'Grace Hopper' };
const choices = [
  { id: 'selRed00000000001', name: 'Red', color: 'redBright' },
  { id: 'selGreen000000001', name: 'Green', color: 'greenBright' },
  { id: 'selBlue0000000001', name: 'Blue, light', color: 'blueLight2' },
];
const iso = { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } };
const isoTime = { ...iso, timeFormat: { name: '24hour', format: 'HH:mm' }, timeZone: 'utc' };
const addressOfFiles = 'https://v5.airtableusercontent.com/v3/u/1';
const linkFieldId = 'fldEveryLinked001';
const numberResult = { type: 'number', options: { precision: 2 } };

const columns: Readonly<Record<string, TypedColumn>> = {
  'Single line': { type: 'singleLineText', filled: 'Bolt', awkward: 'He said "hi", then left; =1+1' },
  'Long text': {
    type: 'multilineText',
    filled: 'First line\nfor <airtable:mention id="menE1i9oBaGX3DseR">@Ada Byron</airtable:mention>',
    awkward: '<script>alert(1)</script>\r\n\ttab',
  },
  'Rich text': { type: 'richText', filled: '**Bold** and _thin_\n', awkward: '- [ ] open\n- [x] done\n' },
  Email: { type: 'email', filled: 'bolt@example.com' },
  Link: { type: 'url', filled: 'https://example.com/?a=1&b=2' },
  Phone: { type: 'phoneNumber', filled: '(030) 123-4567' },
  'AI text': {
    type: 'aiText',
    options: { prompt: ['Sum up ', { field: { fieldId: 'fldEvery000000000' } }], referencedFieldIds: [] },
    filled: { state: 'generated', isStale: false, value: 'A strong bolt.' },
    awkward: { state: 'error', errorType: 'emptyDependency', isStale: true, value: null },
  },
  Number: { type: 'number', options: { precision: 2 }, filled: 12.5, awkward: 0 },
  Price: { type: 'currency', options: { precision: 2, symbol: '$' }, filled: 1234.5, awkward: -0.5 },
  Share: { type: 'percent', options: { precision: 1 }, filled: 0.123, awkward: 0 },
  Duration: { type: 'duration', options: { durationFormat: 'h:mm:ss' }, filled: 5400, awkward: 0 },
  Rating: { type: 'rating', options: { max: 5, icon: 'star', color: 'yellowBright' }, filled: 3 },
  Number_auto: { type: 'autoNumber', filled: 1, awkward: 3 },
  Count: {
    type: 'count',
    options: { isValid: true, recordLinkFieldId: linkFieldId },
    filled: 2,
    awkward: 0,
  },
  Checkbox: {
    type: 'checkbox',
    options: { icon: 'check', color: 'greenBright' },
    filled: true,
    awkward: false,
  },
  Date: { type: 'date', options: iso, filled: '2022-09-05', awkward: '0999-12-31' },
  'Date and time': {
    type: 'dateTime',
    options: isoTime,
    filled: '2022-09-05T07:00:00.000Z',
    awkward: '1969-12-31T23:59:59.999Z',
  },
  Created: {
    type: 'createdTime',
    options: { result: { type: 'dateTime', options: isoTime } },
    filled: '2024-01-02T03:04:05.000Z',
    awkward: '2024-01-02T03:04:07.000Z',
  },
  Modified: {
    type: 'lastModifiedTime',
    options: { isValid: true, referencedFieldIds: [], result: { type: 'date', options: iso } },
    filled: '2024-02-03',
    awkward: '2024-02-03',
  },
  Colour: { type: 'singleSelect', options: { choices }, filled: 'Red', awkward: 'Blue, light' },
  Colours: { type: 'multipleSelects', options: { choices }, filled: ['Red', 'Blue, light'], awkward: [] },
  'Sync source': { type: 'externalSyncSource', options: { choices }, filled: 'Green' },
  Owner: { type: 'singleCollaborator', filled: person, awkward: { id: 'usrGone0000000001' } },
  Team: { type: 'multipleCollaborators', filled: [person, otherPerson], awkward: [] },
  'Created by': { type: 'createdBy', filled: person, awkward: otherPerson },
  'Modified by': { type: 'lastModifiedBy', filled: otherPerson, awkward: person },
  Files: {
    type: 'multipleAttachments',
    options: { isReversed: false },
    filled: [
      {
        id: 'attEvery000000001',
        url: `${addressOfFiles}/bolt.png`,
        filename: 'bolt.png',
        size: 2048,
        type: 'image/png',
        width: 640,
        height: 480,
        thumbnails: { small: { url: `${addressOfFiles}/small.png`, width: 48, height: 36 } },
      },
    ],
    awkward: [
      {
        id: 'attEvery000000002',
        url: `${addressOfFiles}/a.pdf`,
        filename: 'a, b.pdf',
        size: 0,
        type: 'application/pdf',
      },
    ],
  },
  Barcode: {
    type: 'barcode',
    filled: { text: '4006381333931', type: 'ean13' },
    awkward: { text: '007', type: null },
  },
  Button: {
    type: 'button',
    filled: { label: 'Open', url: 'https://example.com' },
    awkward: { label: 'Open', url: null },
  },
  Lookup: {
    type: 'multipleLookupValues',
    options: {
      isValid: true,
      recordLinkFieldId: linkFieldId,
      fieldIdInLinkedTable: 'fldProducts000002',
      result: numberResult,
    },
    filled: [1.5, 20],
    awkward: [{ error: '#ERROR!' }],
  },
  Rollup: {
    type: 'rollup',
    options: { isValid: true, referencedFieldIds: [], result: numberResult },
    filled: 21.5,
    awkward: { specialValue: 'NaN' },
  },
  Formula: {
    type: 'formula',
    options: { formula: '{Number} / 0', isValid: true, referencedFieldIds: [], result: numberResult },
    filled: 4.25,
    awkward: { error: '#ERROR!' },
  },
  'Broken formula': {
    type: 'formula',
    options: { formula: '{Gone}', isValid: false, referencedFieldIds: null, result: null },
    filled: { error: '#ERROR!' },
  },
  'Manual order': { type: 'manualSort', options: null, filled: 'a0' },
  'Of the future': {
    type: 'holographicNote',
    options: { depth: 3 },
    filled: { layers: [1, 2] },
    awkward: 'flat',
  },
};

/** `linked` is a table of the same base that the link field points to. */
export function everyFieldType(linked: AirtableTable): AirtableTable {
  const all: [string, TypedColumn][] = [
    ...Object.entries(columns),
    [
      'Linked',
      {
        type: 'multipleRecordLinks',
        options: { linkedTableId: linked.id, isReversed: false, prefersSingleRecordLink: false },
        filled: linked.records.slice(0, 2).map(({ id }) => id),
        awkward: ['recGone0000000001'],
      },
    ],
  ];
  const named = all.map(([name, column], index) => ({
    ...column,
    name,
    id: name === 'Linked' ? linkFieldId : idOf('fld', index),
  }));
  const fields = named.map(
    ({ id, name, type, options }): AirtableField => ({
      id,
      name,
      type,
      ...(options !== undefined && { options }),
    }),
  );
  const row = (index: number, pick: (column: TypedColumn) => unknown): AirtableRecord => ({
    id: idOf('rec', index),
    createdTime: `2024-01-02T03:04:0${index}.000Z`,
    cells: Object.fromEntries(named.map((column) => [column.id, pick(column)])),
  });
  return {
    id: idOf('tbl', 0),
    name: 'Every field type',
    description: 'One field of each type',
    primaryFieldId: idOf('fld', 0),
    fields,
    views: [
      { id: idOf('viw', 0), name: 'Grid view', type: 'grid' },
      { id: idOf('viw', 1), name: 'Form', type: 'form' },
    ],
    records: [row(0, ({ filled }) => filled), row(1, () => null), row(2, ({ awkward }) => awkward ?? null)],
  };
}

function idOf(prefix: string, index: number): string {
  return `${prefix}Every${String(index).padStart(9, '0')}`;
}
