/**
 * The documentation of the query parameters, made from the table they are read by, with an example each and
 * the characters that an address must escape (contract 4.6).
 */
import type { Config } from '../config/config.ts';
import { exportParameters } from '../export/parameters.ts';

/** What a character of a value is written as. */
const escapes: readonly (readonly [string, string])[] = [
  ['space', '`%20` or `+`'],
  ['`=`', '`%3D`'],
  ['`&`', '`%26`'],
  ["`'`", '`%27`'],
  ['`*`', '`%2A`'],
  ['`>`', '`%3E`'],
  ['`<`', '`%3C`'],
  ['`"`', '`%22`'],
  ['`+`', '`%2B`'],
  ['`%`', '`%25`'],
];

/** Names that other services have, and what to write here. */
const otherNames: readonly (readonly [string, string])[] = [
  ['`format`, `output`', '`type`, with one of the values above'],
  ['`limit`, `offset`, `page`', '`sql` with `LIMIT` and `OFFSET`'],
  ['`columns`, `fields`, `select`', '`sql` with the names after `SELECT`; or the owner chooses the fields'],
  ['`filter`, `where`, `q`, `query`', '`sql` with `WHERE`'],
  ['`sort`, `order`, `order_by`', '`sql` with `ORDER BY`'],
  ['`view`, `table`', 'an endpoint of its own: each has one table and view'],
  ['`token`, `key`, `api_key`', 'the header `Authorization: Bearer TOKEN`'],
  ['`filename`, `name`', 'the owner names the endpoint; `filename_timestamp` adds the time'],
];

export function parameterReference({ baseUrl }: Config): string {
  const rows = Object.entries(exportParameters).map(
    ([name, { meaning, example }]) => `| \`${name}\` | ${meaning}<br>\`?${example}\` |`,
  );
  return `# Parameters

Parameters are added to the address of an endpoint, the first after \`?\` and further ones after \`&\`. All are optional and combine freely; their order does not matter.

| Parameter | Meaning and example |
|---|---|
${rows.join('\n')}

## Rules

- A parameter that takes \`true\` also takes \`false\`, which is the same as leaving it out. Any other value is answered with [an error](errors.md#parameter-invalid) that names the allowed ones.
- Names are read in any case: \`Type\` is \`type\`. If a parameter is given more than once, the last one counts.
- Names that mean nothing are ignored, so that a cache buster such as \`_=1731\` works. The answer lists them in the header \`Tablecast-Ignored-Parameters\`: if a parameter seems to have no effect, look there. On a proxy it also lists those that its owner has fixed.
- \`nest_json\` changes JSON output only; with any other format it has no effect.
- The timestamp of \`filename_timestamp\` is UTC, as in \`orders_2026-11-15T093000.csv\`.
- \`extract_json_property\` looks at cells that are lists of objects and joins the values with a comma and a space; a number, a list or an object stays as it is written. It is applied before \`sql\`.
- \`all_fields\` must be [enabled for the endpoint](errors.md#custom-parameter-disabled) by its owner.
- \`show_wait_page\` is for people in a browser, not for programs: the page asks for the data once, so one view costs one credit.
- \`save_to_gdrive\` and \`save_to_gsheets\` need [a connected account](errors.md#destination-not-connected).

## Names that mean nothing here

| Instead of | Use |
|---|---|
${otherNames.map(([name, use]) => `| ${name} | ${use} |`).join('\n')}

## In this order

Whatever order they are written in, parameters are applied in this one: \`all_fields\`, \`extract_json_property\`, \`sql\`, \`type\`, \`nest_json\`, \`filename_timestamp\`, and then what is sent elsewhere.

## Special characters

In an address, special characters of a value must be URL-encoded:

| Character | Write |
|---|---|
${escapes.map(([character, escaped]) => `| ${character} | ${escaped} |`).join('\n')}

Programs do it for you. With curl:

\`\`\`sh
curl -G ${baseUrl}/ENDPOINT_ID \\
  --data-urlencode "sql=SELECT * FROM service_table WHERE Amount > 100" \\
  --data-urlencode "type=json_records"
\`\`\`
`;
}
