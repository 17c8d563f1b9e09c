/** `endpoint preview` (contract 4.2.6): the sample of an endpoint, at most ten rows, for no credit. */
import { alwaysConnected } from '../export/client.ts';
import { closeExportContext, openExportContext } from '../export/export-context.ts';
import { notingSample } from '../export/note-sample.ts';
import { readParameters } from '../export/parameters.ts';
import { planExport } from '../export/plan-export.ts';
import { runSample } from '../export/run-sample.ts';
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
      const { filename, body, table, isPropertyMissing } = await notingSample(exporting, planned, () =>
        runSample(exporting, planned, alwaysConnected),
      );
      const { cells, rows, columns } = table.leftOut;
      return {
        filename,
        body,
        ...(cells + rows + columns > 0 && { leftOut: table.leftOut }),
        ...(isPropertyMissing && { missingProperty: planned.parameters.extractJsonProperty }),
      };
    } finally {
      await closeExportContext(exporting);
    }
  },
};
