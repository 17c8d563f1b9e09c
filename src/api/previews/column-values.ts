/**
 * The most frequent values of a column, to be suggested: by the mechanism of a preview, for no credit and from the same
 * time. Bounded in every way: so many rows are looked at, so many values answered, and none that is long.
 */
import { clientUntil } from '../../export/client.ts';
import { readParameters, readQuery } from '../../export/parameters.ts';
import { planExport } from '../../export/plan-export.ts';
import { sampleTable } from '../../export/run-sample.ts';
import type { Handlers } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { tableTexts } from '../table-texts.ts';
import { maxSampleRows } from './preview-rows.ts';
import { takePreviewTime } from './preview-time.ts';

const longestValue = 200;
const lookedAt = 100_000;

export const columnValueHandlers = {
  'POST /api/endpoints/:id/values': async ({ context, account, params, body, signal }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const { column, search, parameters } = body;
    const query = readQuery(Object.entries({ ...parameters, type: 'csv', sql: statement(column, search) }));
    const planned = planExport(context, endpoint, readParameters(query.values));
    using time = takePreviewTime(context, endpoint.accountId);
    const wanted = { spent: time.spent, rows: maxSampleRows };
    const { rows, leftOut } = tableTexts(await sampleTable(context, planned, clientUntil(signal), wanted));
    const values = rows.flatMap(([value]) => value ?? []);
    return { values, isMore: values.length + leftOut.rows >= maxSampleRows };
  },
} satisfies Partial<Handlers>;

function statement(column: string, search: string): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`.replaceAll("'", "''");
  const isFound = search === '' ? '' : ` AND ${name} LIKE '${pattern}' ESCAPE '\\'`;
  const found = `SELECT ${name} FROM service_table WHERE length(${name}) BETWEEN 1 AND ${longestValue}${isFound} LIMIT ${lookedAt}`;
  return `SELECT ${name} FROM (${found}) GROUP BY 1 ORDER BY count(*) DESC, 1`;
}
