/**
 * XML: `<data>` contains one `<row>` per row with one element per column. A column whose name is not a valid XML name
 * has an escaped tag and its real name in the `name` attribute. A missing value has `xsi:nil="true"`; the empty
 * string is an empty element (contract 4.7.4).
 */

import { escapeXml, escapeXmlAttribute } from '../base/markup.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Column, Table } from '../table/table.ts';
import type { Format } from './format.ts';
import { type ColumnWriter, longText, rowPieces, rowWriter } from './row-pieces.ts';
import { valueText } from './value-text.ts';
import { xmlTag } from './xml-tag.ts';

export const xml: Format = {
  label: 'XML',
  layout:
    '`<data>` holds one `<row>` per row, in it one element per column. A name that XML does not allow stands in a `name` attribute, and a missing value has `xsi:nil="true"`.',
  contentType: 'application/xml',
  extension: 'xml',
  disposition: 'inline',
  isJson: false,
  isViewed: true,
  render: (table) =>
    rowPieces(table.batches, {
      opening:
        '<?xml version="1.0" encoding="UTF-8"?>\n<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n',
      separator: '',
      closing: '</data>\n',
      writeRow: rowWriter(elements(table), '<row>', '</row>\n'),
    }),
};

function elements(table: Table): readonly ColumnWriter[] {
  const names = uniqueNames(table.columns.map((column) => column.name));
  const tags = uniqueNames(names.map(xmlTag));
  return table.columns.map((column, at) => element(column, names[at] ?? '', tags[at] ?? ''));
}

function element(column: Column, name: string, tag: string): ColumnWriter {
  const start = tag === name ? tag : `${tag} name="${escapeXmlAttribute(name)}"`;
  const [open, close, nil] = [`<${start}>`, `</${tag}>`, `<${start} xsi:nil="true"/>`];
  const text = valueText(column);
  return {
    open,
    close,
    copied: column.needsNoEscaping === true,
    value: (cell) => {
      const value = text(cell);
      return value === null ? undefined : escapeXml(value);
    },
    other: () => nil,
    ...longText(column, { open, close, escapePart: escapeXml }),
  };
}
