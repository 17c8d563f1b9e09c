/**
 * XML: `<data>` contains one `<row>` per row with one element per column. A column whose name is not a valid XML name
 * has an escaped tag and its real name in the `name` attribute. A missing value has `xsi:nil="true"`; the empty
 * string is an empty element (contract 4.7.4).
 */

import { escapeXml, escapeXmlAttribute } from '../base/markup.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Column, Table } from '../table/table.ts';
import { valueText } from '../table/value-text.ts';
import type { Format } from './format.ts';
import { type ColumnWriter, longText, rowPieces, rowWriter } from './row-pieces.ts';

export const xml: Format = {
  label: 'XML',
  group: 'Text',
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

/**
 * A column name as an XML element name: each character that a name must not contain is escaped as `_xHHHH_`, as in
 * SQL/XML. Only letters that every XML parser accepts are kept, including parsers of the older editions of XML 1.0.
 */
export function xmlTag(name: string): string {
  if (name === '') return '_x0000_';
  const escaped = name.replace(notInNames, escapeCharacter);
  return notAtStart.test(escaped) ? escapeCharacter(escaped.charAt(0)) + escaped.slice(1) : escaped;
}

const letters =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0131\\u0134-\\u013e\\u0141-\\u0148\\u014a-\\u017e' +
  '\\u0391-\\u03a1\\u03a3-\\u03ce\\u0401-\\u040c\\u040e-\\u044f\\u0451-\\u045c\\u045e-\\u0481' +
  '\\u05d0-\\u05ea\\u0621-\\u063a\\u0641-\\u064a\\u0905-\\u0939\\u0e01-\\u0e2e' +
  '\\u3041-\\u3094\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

/** An underscore that looks like the start of an escape is escaped itself. */
const notInNames = new RegExp(`_(?=x[0-9A-Fa-f]{4})|[^${letters}0-9_.-]`, 'gu');
/** Names that begin with `xml` are reserved. */
const notAtStart = /^(?:[0-9.-]|xml)/i;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `_x${code
    .toString(16)
    .toUpperCase()
    .padStart(code > 0xffff ? 6 : 4, '0')}_`;
}
