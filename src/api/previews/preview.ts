/** The preview: ten rows or a few more in any format, for no credit, also at zero credits (contract 4.2.6). */
import { contentType } from '../../base/content-type.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { clientUntil } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { notingSample } from '../../export/note-sample.ts';
import { readParameters, readQuery } from '../../export/parameters.ts';
import { planExport } from '../../export/plan-export.ts';
import { runSample } from '../../export/run-sample.ts';
import { allFormats } from '../../formats/all-formats.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { tableTexts } from '../table-texts.ts';
import { takePreviewTime } from './preview-time.ts';

/** A request may name thousands. */
const namedIgnored = 20;

export const previewHandlers = {
  'POST /api/endpoints/:id/preview': async ({ context, account, params, body, signal }) => {
    const endpoint = await ownEndpoint(context, account, params);
    return previewOf(context, endpoint, body.parameters, signal, { rows: body.rows, noting: notingSample });
  },
} satisfies Partial<Handlers>;

interface PreviewOptions {
  readonly rows?: number | undefined;
  /** Remembers how it went as the state of the endpoint, of one that is there already. */
  readonly noting?: typeof notingSample;
}

/** Of an endpoint that the caller may see; reading stops with the signal. */
export async function previewOf(
  context: ExportContext,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { rows = 10, noting = withoutNoting }: PreviewOptions = {},
): Promise<Answer<'POST /api/endpoints/:id/preview'>> {
  const begun = performance.now();
  const query = readQuery(Object.entries(parameters));
  const planned = planExport(context, endpoint, readParameters(query.values));
  using time = takePreviewTime(context, endpoint.accountId);
  const sample = await noting(context, planned, () =>
    runSample(context, planned, clientUntil(signal), { spent: time.spent, rows }),
  );
  const { filename, nonce, body, table, total = null, isPropertyMissing } = sample;
  return {
    filename,
    contentType: contentType(allFormats[planned.type].contentType),
    nonce,
    body,
    ...tableTexts(table),
    total,
    missingProperty: (isPropertyMissing && planned.parameters.extractJsonProperty?.slice(0, 200)) || null,
    ignored: query.ignored.slice(0, namedIgnored),
    ms: Math.round(performance.now() - begun),
  };
}

const withoutNoting: typeof notingSample = (_context, _planned, run) => run();
