/** The preview: at most ten rows in any format, for no credit, also at zero credits (4.2, section 8). */
import { contentType } from '../content-type.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { isWhole, type Answer as RenderedAnswer } from '../export/answer.ts';
import { clientUntil } from '../export/client.ts';
import type { ExportContext } from '../export/export-context.ts';
import { readParameters, readQuery } from '../export/parameters.ts';
import { planExport } from '../export/plan-export.ts';
import { runSample } from '../export/run-export.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { Answer, Handler } from './api.ts';
import { ownEndpoint } from './own-endpoint.ts';
import { tableTexts } from './table-texts.ts';

/** Ten rows may have cells of megabytes. */
const shownCharacters = 200_000;

export const previewEndpoint: Handler<'POST /api/endpoints/:id/preview'> = async (call) => {
  const { context, account, params, body, signal } = call;
  return previewOf(context, await ownEndpoint(context, account, params), body.parameters, signal);
};

/** Of an endpoint that the caller may see; reading stops with the signal. */
export async function previewOf(
  context: ExportContext,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer<'POST /api/endpoints/:id/preview'>> {
  const begun = performance.now();
  const query = readQuery(Object.entries(parameters));
  const planned = planExport(context, endpoint, readParameters(query.values));
  await using answer = await runSample(context, planned, clientUntil(signal));
  return {
    filename: answer.filename,
    contentType: contentType(allFormats[planned.type].contentType),
    nonce: answer.nonce,
    ...(await beginningOf(answer.body)),
    ...tableTexts(answer.table),
    ignored: [...query.ignored],
    ms: Math.round(performance.now() - begun),
  };
}

async function beginningOf(
  body: RenderedAnswer['body'],
): Promise<{ readonly body: string; readonly isCut: boolean }> {
  let text = '';
  for await (const piece of isWhole(body) ? [body] : body) {
    text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
    if (text.length > shownCharacters) return { body: text.slice(0, shownCharacters), isCut: true };
  }
  return { body: text, isCut: false };
}
