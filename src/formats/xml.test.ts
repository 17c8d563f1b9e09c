import { expect, test } from 'vitest';
import { rendered } from '../../tests/formats/readers/rendered.ts';
import { tableOf } from '../../tests/support/table-of.ts';
import type { Column, Row } from '../table/table.ts';
import { xml, xmlTag } from './xml.ts';

const opening =
  '<?xml version="1.0" encoding="UTF-8"?>\n<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n';

async function xmlOf(columns: Column[], rows: Row[]): Promise<string> {
  const body = await rendered(xml, tableOf(columns, rows));
  expect(body.startsWith(opening)).toBe(true);
  return body.slice(opening.length);
}

test('rows contain one element per column', async () => {
  const columns: Column[] = [
    { name: 'n', type: 'number' },
    { name: 'Full Name', type: 'string' },
  ];
  expect(
    await xmlOf(columns, [
      ['1.50', 'a<b & "c"'],
      [null, ''],
    ]),
  ).toBe(
    '<row><n>1.5</n><Full_x0020_Name name="Full Name">a&lt;b &amp; "c"</Full_x0020_Name></row>\n' +
      '<row><n xsi:nil="true"/><Full_x0020_Name name="Full Name"></Full_x0020_Name></row>\n</data>\n',
  );
  expect(await xmlOf(columns, [])).toBe('</data>\n');
});

test('characters that XML does not allow are replaced, line breaks are kept', async () => {
  expect(await xmlOf([{ name: 't', type: 'string' }], [['\0\u000b\ufffe\ud800\t\r\n🙂']])).toBe(
    '<row><t>\ufffd\ufffd\ufffd\ufffd\t&#13;\n🙂</t></row>\n</data>\n',
  );
});

test('names keep line breaks and quotes in the attribute', async () => {
  expect(await xmlOf([{ name: 'a\t"\r\n', type: 'string' }], [['']])).toBe(
    '<row><a_x0009__x0022__x000D__x000A_ name="a&#9;&#34;&#13;&#10;"></a_x0009__x0022__x000D__x000A_></row>\n</data>\n',
  );
});

test.each([
  ['name', 'name'],
  ['unit.price-2_a', 'unit.price-2_a'],
  ['größe', 'größe'],
  ['名前', '名前'],
  ['', '_x0000_'],
  ['1st', '_x0031_st'],
  ['-x', '_x002D_x'],
  ['.x', '_x002E_x'],
  ['a:b', 'a_x003A_b'],
  ['xml', '_x0078_ml'],
  ['XMLData', '_x0058_MLData'],
  ['_x0041_', '_x005F_x0041_'],
  ['_xylophone', '_xylophone'],
  ['🙂', '_x01F642_'],
  ['e\u0301', 'e_x0301_'],
])('the tag of %j is %s', (name, tag) => {
  expect(xmlTag(name)).toBe(tag);
});

test('tags are unique even if escaping gives the same name', async () => {
  const row = await xmlOf(
    [
      { name: '', type: 'string' },
      { name: '\0', type: 'string' },
    ],
    [['a', 'b']],
  );
  expect(row).toBe(
    '<row><_x0000_ name="">a</_x0000_><_x0000__2 name="\ufffd">b</_x0000__2></row>\n</data>\n',
  );
});
