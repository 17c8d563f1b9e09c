/** Every field type of the seeded table, as text. */
import { expect, it } from 'vitest';
import { cellText } from './airtable-cell-text.ts';
import type { AirtableBase } from './airtable-data.ts';
import { seedAirtable } from './airtable-seed.ts';

const bases: AirtableBase[] = [];
seedAirtable({ bases });

function texts(row: number): Record<string, string> {
  const [base] = bases;
  const table = base?.tables.find(({ name }) => name === 'Every field type');
  if (!base || !table) throw new Error('not seeded');
  const context = { base, timeZone: 'Europe/Berlin' };
  const cells = table.records[row]?.cells ?? {};
  return Object.fromEntries(
    table.fields.map((field) => [field.name, cellText(field, context)(cells[field.id])]),
  );
}

it('shows filled cells as people see them', () => {
  expect(texts(0)).toEqual({
    'Single line': 'Bolt',
    'Long text': 'First line\nfor @Ada Byron',
    'Rich text': '**Bold** and _thin_\n',
    Email: 'bolt@example.com',
    Link: 'https://example.com/?a=1&b=2',
    Phone: '(030) 123-4567',
    'AI text': 'A strong bolt.',
    Number: '12.50',
    Price: '$1,234.50',
    Share: '12.3%',
    Duration: '1:30:00',
    Rating: '3',
    Number_auto: '1',
    Count: '2',
    Checkbox: 'checked',
    Date: '2022-09-05',
    'Date and time': '2022-09-05 09:00',
    Created: '2024-01-02 04:04',
    Modified: '2024-02-03',
    Colour: 'Red',
    Colours: 'Red, Blue, light',
    'Sync source': 'Green',
    Owner: 'Ada Byron',
    Team: 'Ada Byron, Grace Hopper',
    'Created by': 'Ada Byron',
    'Modified by': 'Grace Hopper',
    Files: 'bolt.png (https://v5.airtableusercontent.com/v3/u/1/bolt.png)',
    Barcode: '4006381333931',
    Button: 'Open',
    Lookup: '1.50, 20.00',
    Rollup: '21.50',
    Formula: '4.25',
    'Broken formula': '#ERROR!',
    'Manual order': 'a0',
    'Of the future': '{"layers":[1,2]}',
    Linked: 'Lamp, oak, Desk, oak',
  });
});

it('shows nothing for empty cells', () => {
  expect(new Set(Object.values(texts(1)))).toEqual(new Set(['']));
});

it('shows errors and odd values', () => {
  expect(texts(2)).toMatchObject({
    'AI text': '',
    Price: '-$0.50',
    Duration: '0:00:00',
    Checkbox: '',
    'Date and time': '1970-01-01 00:59',
    Colours: '',
    Owner: 'usrGone0000000001',
    Lookup: '#ERROR!',
    Rollup: 'NaN',
    Formula: '#ERROR!',
    Linked: '',
  });
});

it('knows the other date and time formats', () => {
  const text = (dateFormat: string, timeFormat: string) =>
    cellText(
      {
        type: 'dateTime',
        options: { dateFormat: { name: dateFormat }, timeFormat: { name: timeFormat } },
      },
      { base: { id: '', name: '', permissionLevel: '', tables: [] }, timeZone: 'UTC' },
    )('2022-09-05T00:07:00.000Z');
  expect(text('friendly', '12hour')).toBe('September 5, 2022 12:07am');
  expect(text('us', '24hour')).toBe('9/5/2022 00:07');
  expect(text('european', '24hour')).toBe('5/9/2022 00:07');
});
