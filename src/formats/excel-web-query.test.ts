import { expect, test } from 'vitest';
import { rendered } from '../../tests/formats/readers/rendered.ts';
import { tableOf } from '../../tests/support/table-of.ts';
import type { Cell, ColumnType } from '../table/table.ts';
import { excelWebQuery } from './excel-web-query.ts';

const asText = (text: string) => `<td class="t" x:str sdnum="1033;0;@">${text}</td>`;
const asMarkedText = (text: string) => `<td class="t" x:str="'${text}" sdnum="1033;0;@">${text}</td>`;
const asNumber = (text: string) => `<td x:num="${text}" sdval="${text}" sdnum="1033;">${text}</td>`;

test.each<[ColumnType, Cell, string]>([
  ['string', '00501', asText('00501')],
  ['string', '1e5', asText('1e5')],
  ['string', 'a\r\nb\nc', asText('a&#10;b&#10;c')],
  ['string', '', asText('')],
  ['string', null, '<td></td>'],
  ['string', '=1+1', asMarkedText('=1+1')],
  ['string', '+49', asMarkedText('+49')],
  ['string', '-5', asMarkedText('-5')],
  ['string', '@SUM(A1)', asMarkedText('@SUM(A1)')],
  ['string', ' \u00a0=1+1', asMarkedText(' \u00a0=1+1')],
  ['string', '\u0001=1+1', asMarkedText('\ufffd=1+1')],
  ['string', '＝1+1', asMarkedText('＝1+1')],
  ['string', '\ttab', asMarkedText('\ttab')],
  ['string', '="a"&"b"', asMarkedText('=&quot;a&quot;&amp;&quot;b&quot;')],
  ['string', '=1\n+1', asMarkedText('=1&#10;+1')],
  ['string', "'=1+1", asText('&#39;=1+1')],
  ['string', 'a=1', asText('a=1')],
  ['boolean', 'TRUE', '<td x:bool="true" sdval="1" sdnum="1033;0;BOOLEAN">TRUE</td>'],
  ['boolean', 'false', '<td x:bool="false" sdval="0" sdnum="1033;0;BOOLEAN">FALSE</td>'],
  ['any', false, '<td x:bool="false" sdval="0" sdnum="1033;0;BOOLEAN">FALSE</td>'],
  ['number', '-5', asNumber('-5')],
  ['number', '1.50', asNumber('1.5')],
  ['any', 7, asNumber('7')],
  ['any', '7', asText('7')],
  ['integer', '123456789012345', asNumber('123456789012345')],
  ['integer', '1234567890123456', asText('1234567890123456')],
  ['integer', -(10n ** 20n), asMarkedText('-100000000000000000000')],
  ['number', Number.NaN, '<td></td>'],
  ['boolean', 'True', '<td x:bool="true" sdval="1" sdnum="1033;0;BOOLEAN">TRUE</td>'],
  ['json', '["<"]', asText('[&quot;&lt;&quot;]')],
])('in a column of type %s, %s is %s', async (type, cell, html) => {
  const page = await rendered(excelWebQuery, tableOf([{ name: 'a', type }], [[cell]]));
  expect(page).toContain(`<tbody>\n<tr>${html}</tr>\n</tbody>`);
});

test('a header is marked as a cell is', async () => {
  const page = await rendered(excelWebQuery, tableOf([{ name: '=A1', type: 'string' }], []));
  expect(page).toContain(`<th class="t" x:str="'=A1" sdnum="1033;0;@">=A1</th>`);
});
