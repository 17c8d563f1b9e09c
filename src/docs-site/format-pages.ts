/**
 * The documentation of the output formats, made from their registry: type value, content type, layout, and the
 * same small table rendered in each of them (4.7).
 */
import { tmpdir } from 'node:os';
import { allFormats, type FormatName, isFormatName } from '../formats/all-formats.ts';
import type { Row, Table } from '../table.ts';

/** How each format is called and laid out. */
export const formatLayouts: Readonly<
  Record<FormatName, { readonly label: string; readonly layout: string }>
> = {
  csv: {
    label: 'CSV',
    layout:
      'A header row, then one line per row. UTF-8 without a byte order mark, lines end in `\\n`, quotes only where needed, a missing value is empty. Cells of an uploaded file come back exactly as they were written.',
  },
  json_records: { label: 'JSON records', layout: 'An array with one object per row.' },
  json_split: { label: 'JSON split', layout: '`columns` is the array of names, `data` an array of rows.' },
  json_index: { label: 'JSON index', layout: 'One object per row, keyed by the row number from "0" on.' },
  json_columns: { label: 'JSON columns', layout: 'One object per column, in it the cells by row number.' },
  json_values: { label: 'JSON values', layout: 'An array of arrays: the rows without the names.' },
  json_table: {
    label: 'JSON table',
    layout: '`schema` lists the fields with name and type, `data` is an array of objects.',
  },
  xml: {
    label: 'XML',
    layout:
      '`<data>` holds one `<row>` per row, in it one element per column. A name that XML does not allow stands in a `name` attribute, and a missing value has `xsi:nil="true"`.',
  },
  html_table: { label: 'HTML table', layout: 'A page with the whole table, to look at and to print.' },
  dynamic_table: {
    label: 'Dynamic table',
    layout:
      'A page with search, sorting and pagination. It loads nothing from elsewhere; it needs JavaScript.',
  },
  excel_web_query: {
    label: 'Excel web query',
    layout:
      'A table for the web import of spreadsheets: texts and long numbers are marked, so that `00501` stays `00501`, and no text becomes a formula.',
  },
};

export async function formatReference(): Promise<string> {
  const names = Object.keys(allFormats).filter(isFormatName);
  const rows = names.map((name) => {
    const { contentType, extension } = allFormats[name];
    return `| [${formatLayouts[name].label}](#${name}) | \`${name}\` | \`${contentType}\` | \`.${extension}\` |`;
  });
  const sections = await Promise.all(names.map(formatSection));
  return `# Formats\n\n${introduction}\n\n| Format | \`type\` | Content-Type | File |\n|---|---|---|---|\n${rows.join('\n')}\n\nThe examples are the same two rows in every format; the price of the second is missing.\n\n${sections.join('\n\n')}\n`;
}

const introduction = `The format is the default of the endpoint, CSV if nothing else is set, and \`type\` in the address overrides it: \`?type=json_records\`. CSV is sent as a file to save (\`attachment\`), the others to be shown (\`inline\`); each carries a filename. All are UTF-8.

Numbers are written in their shortest exact form, integers keep every digit, and a missing value is \`null\` in JSON. A cell that is a list or an object is JSON in JSON and JSON text elsewhere. If two columns have the same name, the second is called \`name_2\`. [\`nest_json\`](parameters.md) wraps any of the JSON layouts in an object.`;

async function formatSection(name: FormatName): Promise<string> {
  const { label, layout } = formatLayouts[name];
  const { contentType } = allFormats[name];
  const example = shownPart(name, await rendered(name));
  const language = contentType.replace(/^.*\//, '');
  return `## ${name}\n\n**${label}.** ${layout}${example === '' ? '' : `\n\n\`\`\`${language}\n${example}\n\`\`\``}`;
}

const rows: readonly Row[] = [
  ['Green tea', '12', '3.50', 'false'],
  ['Cups, large', '4', null, 'true'],
];

function exampleTable(): Table {
  return {
    columns: [
      { name: 'Product', type: 'string' },
      { name: 'Quantity', type: 'integer' },
      { name: 'Price', type: 'number' },
      { name: 'Sold out', type: 'boolean' },
    ],
    batches: (async function* () {
      yield rows;
    })(),
  };
}

async function rendered(name: FormatName): Promise<string> {
  const context = { title: 'products', nonce: '', scratchFolder: tmpdir() };
  const pieces: Buffer[] = [];
  for await (const piece of allFormats[name].render(exampleTable(), context)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8').trimEnd();
}

/** Of a page only its table; the rows of the interactive one are in its script. */
function shownPart(name: FormatName, text: string): string {
  if (name === 'dynamic_table') return '';
  return allFormats[name].contentType === 'text/html'
    ? (/<table[\s\S]*<\/table>/.exec(text)?.[0] ?? '')
    : text;
}
