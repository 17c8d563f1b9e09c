/** `endpoint preview` (4.2): the sample of an endpoint, at most ten rows, for no credit. */
import { alwaysConnected } from '../export/client.ts';
import { closeExportContext, openExportContext } from '../export/export-context.ts';
import { readParameters } from '../export/parameters.ts';
import { planExport } from '../export/plan-export.ts';
import { runSample } from '../export/run-export.ts';
import { type Command, onlyArgument } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';

export const endpointPreview: Command = {
  usage: 'endpoint preview ID',
  does: 'Shows at most ten rows of an endpoint, with --param k=v as a request would have them; costs no credit.',
  options: optionRows('param'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ID'));
    const exporting = await openExportContext(context);
    try {
      const planned = planExport(exporting, endpoint, readParameters(parameterOptions(input).values));
      await using answer = await runSample(exporting, planned, alwaysConnected);
      return { filename: answer.filename, body: await wholeText(answer.body) };
    } finally {
      await closeExportContext(exporting);
    }
  },
};

async function wholeText(body: string | Uint8Array | AsyncIterable<string | Uint8Array>): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  let text = '';
  for await (const piece of body)
    text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
  return text;
}
