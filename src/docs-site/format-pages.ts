/**
 * The documentation of the output formats, made from their registry: type value, content type, layout, and the
 * same small table rendered in each of them (contract 4.7).
 */
import { tmpdir } from 'node:os';
import { allFormats, type FormatName, isFormatName } from '../formats/all-formats.ts';
import type { Format } from '../formats/format.ts';
import type { Row, Table } from '../table/table.ts';

export async function formatReference(): Promise<string> {
  const names = Object.keys(allFormats).filter(isFormatName);
  const rows = names.map((name) => {
    const { label, contentType, extension } = allFormats[name];
    return `| [${label}](#${name}) | \`${name}\` | \`${contentType}\` | \`.${extension}\` |`;
  });
  const sections = await Promise.all(names.map(formatSection));
  return `# Formats\n\n${introduction}\n\n| Format | \`type\` | Content-Type | File |\n|---|---|---|---|\n${rows.join('\n')}\n\nThe examples are the same two rows in every format; the price of the second is missing.\n\n${sections.join('\n\n')}\n`;
}

const introduction = `The format is the default of the endpoint, CSV if nothing else is set, and \`type\` in the address overrides it: \`?type=json_records\`. CSV is sent as a file to save (\`attachment\`), the others to be shown (\`inline\`); each carries a filename. All are UTF-8.

Numbers are written in their shortest exact form, integers keep every digit, other numbers from 2^63 on have an exponent in JSON (\`1e+20\`), and a missing value is \`null\` in JSON. A cell that is a list or an object is JSON in JSON and JSON text elsewhere; \`html_table\` and \`dynamic_table\` show linked records by their names, and the value as the title of the cell. If two columns have the same name, the second is called \`name_2\`. [\`nest_json\`](parameters.md) wraps any of the \`json_…\` layouts in an object.`;

async function formatSection(name: FormatName): Promise<string> {
  const { label, layout, extension } = allFormats[name];
  const example = shownPart(name, await rendered(name));
  return `## ${name}\n\n**${label}.** ${layout}${example === '' ? '' : `\n\n\`\`\`${extension}\n${example}\n\`\`\``}`;
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
  const { page }: Format = allFormats[name];
  if (!page) return text;
  return page === 'interactive' ? '' : (/<table[\s\S]*<\/table>/.exec(text)?.[0] ?? '');
}
