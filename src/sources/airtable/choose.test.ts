import { describe, expect, it } from 'vitest';
import { type PlatformCall, PlatformRefusal } from '../../platform/platform-request.ts';
import { airtable } from './source.ts';

const tables = [
  {
    id: 'tblOrders',
    name: 'Orders',
    primaryFieldId: 'fldNo',
    fields: [
      { id: 'fldNo', name: 'No', type: 'autoNumber' },
      { id: 'fldSum', name: 'Sum', type: 'formula', options: { result: { type: 'number' } } },
      { id: 'fldSort', name: 'manual sort', type: 'manualSort', options: null },
      { id: 'fldInner', name: 'inner', type: 'somethingInternal', options: null },
      { id: 'fldNew', name: 'New', type: 'somethingNew', options: { depth: 1 } },
    ],
    views: [
      { id: 'viwOpen', name: 'Open', type: 'grid', visibleFieldIds: ['fldSum', 'fldSort', 'fldNo'] },
      { id: 'viwBoard', name: 'Board', type: 'kanban' },
    ],
  },
  { id: 'tblOther', name: 'Other', primaryFieldId: 'fldX', fields: [], views: [] },
];

const refused = { status: 403, code: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' };

function airtableOf(answers: { schema?: typeof refused; bases?: typeof refused; more?: number } = {}) {
  return async ({ path, scope }: PlatformCall) => {
    const isBases = !path.includes('/tables');
    const refusal = isBases
      ? answers.bases
      : (answers.schema ?? (scope === 'appStock' ? undefined : refused));
    if (refusal) throw new PlatformRefusal(refusal.status, refusal.code, '');
    const bases = Array.from({ length: 1 + (answers.more ?? 0) }, (_, n) => ({
      id: `app${n}`,
      name: `Base ${n}`,
    }));
    return { status: 200, headers: {}, json: isBases ? { bases } : { tables } };
  };
}

const choose = (
  choice: Record<string, string>,
  fields: string[] | null = null,
  call: ReturnType<typeof airtableOf> = airtableOf(),
) => airtable.choice.choose({ choice, fields, call });

const remembered = [
  { id: 'fldNo', name: 'No', type: 'autoNumber' },
  { id: 'fldSum', name: 'Sum', type: 'formula (number)' },
  { id: 'fldNew', name: 'New', type: 'somethingNew' },
];

describe('choice.choose', () => {
  it('remembers the table and all its fields, without those that Airtable keeps for itself', async () => {
    const expected = {
      settings: { base: 'appStock', table: 'tblOrders', tableName: 'Orders', fields: remembered },
      fields: null,
      name: 'Orders',
    };
    expect(await choose({ base: 'appStock', table: 'Orders' })).toEqual(expected);
    expect(await choose({ base: 'appStock', table: 'tblOrders' })).toEqual(expected);
  });

  it('publishes only what a grid view shows, in its order', async () => {
    const chosen = await choose({ base: 'appStock', table: 'Orders', view: 'Open' });
    expect(chosen).toMatchObject({
      settings: { view: 'viwOpen', viewName: 'Open', fields: remembered },
      fields: ['Sum', 'No'],
      name: 'Orders - Open',
    });
    expect((await choose({ base: 'appStock', table: 'Orders', view: 'viwBoard' })).fields).toBeNull();
  });

  it('takes fields by name or id', async () => {
    const choice = { base: 'appStock', table: 'Orders', view: 'Open' };
    expect((await choose(choice, ['New', 'fldNo', 'New'])).fields).toEqual(['New', 'No']);
  });

  it.each([
    'https://airtable.com/appStock/tblOrders/viwOpen?blocks=hide',
    'https://airtable.com/appStock/tblOrders/viwOpen/recAAAAAAAAAAAAAA#comments',
    'airtable.com/appStock/tblOrders/viwOpen',
  ])('takes the address %s', async (base) => {
    expect((await choose({ base })).settings).toMatchObject({
      base: 'appStock',
      table: 'tblOrders',
      view: 'viwOpen',
    });
    const other = await choose({ base, table: 'Other' });
    expect(other.settings).toEqual({ base: 'appStock', table: 'tblOther', tableName: 'Other', fields: [] });
    expect((await choose({ base, view: 'Board' })).settings).toMatchObject({ view: 'viwBoard' });
  });

  it.each([
    [{}, null, 'base', 'is missing. There is: "Base 0" (app0).'],
    [
      { base: 'appGone', table: 'Orders' },
      null,
      'base',
      'is not the id of a base that the connection can see. There is: "Base 0" (app0).',
    ],
    [
      { base: '../whoami', table: 'Orders' },
      null,
      'base',
      'is not the id of a base that the connection can see. There is: "Base 0" (app0).',
    ],
    [
      { base: '..', table: 'Orders' },
      null,
      'base',
      'is not the id of a base that the connection can see. There is: "Base 0" (app0).',
    ],
    [{ base: 'appStock' }, null, 'table', 'is missing. There is: "Orders", "Other".'],
    [
      { base: 'appStock', table: 'orders' },
      null,
      'table',
      'names no table of the base. There is: "Orders", "Other".',
    ],
    [
      { base: 'appStock', table: 'Orders', view: 'Shut' },
      null,
      'view',
      'names no view of the table. There is: "Open", "Board".',
    ],
    [
      { base: 'appStock', table: 'Other', view: 'Open' },
      null,
      'view',
      'names no view of the table. There is none.',
    ],
    [
      { base: 'appStock', table: 'Orders' },
      ['No', 'Nix'],
      'fields',
      'names no field of the table: "Nix". There is: "No", "Sum", "New".',
    ],
    [{ base: 'appStock', table: 'Orders' }, [], 'fields', 'is empty. There is: "No", "Sum", "New".'],
  ])('%#: says what is missing or unknown, and what there is', async (choice, fields, part, message) => {
    await expect(choose(choice, fields)).rejects.toMatchObject({ name: 'ChoiceError', part, message });
  });

  it('names fifty at most', async () => {
    const failed = choose({ base: 'appGone', table: 'x' }, null, airtableOf({ more: 54 }));
    await expect(failed).rejects.toThrow(/"Base 49" \(app49\) and 5 more\.$/);
  });

  it('names the scope that a token lacks', async () => {
    const lacking = { status: 403, code: 'INVALID_PERMISSIONS' };
    const expected = { key: 'platformRefused', data: expect.stringContaining('schema.bases:read') };
    const choice = { base: 'appStock', table: 'Orders' };
    await expect(choose(choice, null, airtableOf({ schema: lacking }))).rejects.toMatchObject(expected);
    await expect(choose({ base: 'appGone' }, null, airtableOf({ bases: lacking }))).rejects.toMatchObject(
      expected,
    );
  });
});
