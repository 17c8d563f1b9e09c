import { expect, test } from 'vitest';
import { readHtmlTable } from '../../tests/formats/readers/read-html-table.ts';
import { rendered } from '../../tests/formats/readers/rendered.ts';
import { tableOf } from '../../tests/support/table-of.ts';
import { htmlTable } from './html-table.ts';

const columns = [
  { name: 'id', type: 'integer' },
  { name: '<b>', type: 'string' },
] as const;

test('cells are shown exactly', async () => {
  const page = await rendered(
    htmlTable,
    tableOf(columns, [
      ['-0', '  <i>&amp; \r\n'],
      [null, null],
    ]),
  );
  expect(page).toContain(
    '<tr><td>0</td><td>  &lt;i&gt;&amp;amp; &#13;\n</td></tr>\n<tr><td></td><td></td></tr>\n',
  );
  expect(readHtmlTable(page)).toEqual({
    header: ['id', '<b>'],
    rows: [
      ['0', '  <i>&amp; \r\n'],
      ['', ''],
    ],
  });
});

test('the page is complete, has the nonce on its style, and contains no external address', async () => {
  const page = await rendered(htmlTable, tableOf(columns, []));
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/i);
  expect(page).toContain('<meta charset="utf-8">');
  expect(page).toContain('<title>Title</title>');
  expect(page).toContain('<style nonce="nonce">');
  expect(page).toContain('prefers-color-scheme: dark');
  expect(page).toMatch(
    /<\/tbody>\n<\/table>\n<p>This table has no rows\.<\/p>\n<\/div>\n<\/body>\n<\/html>\n$/,
  );
  expect(page).not.toMatch(/https?:|<script|style="/);
});
