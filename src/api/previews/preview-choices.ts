/** What a preview can be asked for: columns, formats and parameters with their meanings (contract 4.6 and 4.7). */
import { maxHeaderSize } from 'node:http';
import { endpointColumns } from '../../endpoints/endpoint-columns.ts';
import { exportParameters } from '../../export/parameters.ts';
import { isGoogleConnected } from '../../export/saves.ts';
import { allFormats } from '../../formats/all-formats.ts';
import { reservedWords } from '../../sql/language/keywords.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';

const shownColumns = 2_000;
/** What the headers of a request take beside its address, in bytes. */
const forHeaders = 4_096;

const parameters: Answer<'GET /api/parameters'>['parameters'] = keysOf(exportParameters).map((name) => {
  const { meaning, values } = exportParameters[name];
  return { name, meaning, values: [...values] };
});

export const previewChoiceHandlers = {
  'GET /api/endpoints/:id/columns': async ({ context, account, params, query }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const fields = query.all_fields === 'true' ? null : endpoint.fields;
    const columns = await endpointColumns(context, endpoint, fields);
    return {
      columns: columns.slice(0, shownColumns).map(({ name, type }) => ({ name, type })),
      total: columns.length,
    };
  },
  'GET /api/parameters': async ({ context, account }) => ({
    formats: Object.entries(allFormats).map(([name, { label, group, contentType, isJson }]) => ({
      name,
      label,
      group,
      contentType,
      isJson,
    })),
    parameters,
    reservedWords: [...reservedWords],
    isGoogleConnected: await isGoogleConnected(context, account.id),
    longestUrl: maxHeaderSize - forHeaders,
  }),
} satisfies Partial<Handlers>;

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key): key is Key => key in table);
}
