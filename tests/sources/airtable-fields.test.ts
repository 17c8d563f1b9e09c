/**
 * Every field type of Airtable by example: each file of `airtable/` has a field as the schema describes it, raw
 * cells (null: left out) and what they are to become.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cellReader } from '../../src/sources/airtable/cells.ts';
import { columnType, columnTypes } from '../../src/sources/airtable/field-types.ts';
import { fieldShape } from '../../src/sources/airtable/schema.ts';

const folder = join(import.meta.dirname, 'airtable');

const fixtureSchema = z.object({
  field: fieldShape,
  names: z.record(z.string(), z.string()).optional(),
  cells: z.array(z.json()),
  expected: z.array(z.json()),
  column: z.object({ type: z.string() }),
});

const fixtures = readdirSync(folder).map((file) => ({
  file,
  ...fixtureSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
}));

describe('Airtable field types', () => {
  it.each(fixtures)('$file', ({ field, names, cells, expected, column }) => {
    const read = cellReader(field, names && ((id) => names[id] ?? ''));
    expect({ type: columnType(field), cells: cells.map(read) }).toEqual({ ...column, cells: expected });
    expect(read(undefined)).toEqual(read(null));
  });

  it('has an example of every type', () => {
    expect(
      Object.keys(columnTypes).filter((type) => !fixtures.some(({ field }) => field.type === type)),
    ).toEqual([]);
  });

  it('refuses a value that its column cannot hold', () => {
    const field = fieldShape.parse({ id: 'fldF', name: 'Price', type: 'currency' });
    expect(() => cellReader(field)('dear')).toThrow('Dataframe could not be retrieved');
    const box = fieldShape.parse({ id: 'fldF', name: 'Done', type: 'checkbox' });
    expect(() => cellReader(box)('yes')).toThrow('Dataframe could not be retrieved');
  });
});
