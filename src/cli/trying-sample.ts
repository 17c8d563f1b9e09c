/** Tries a question before it is saved; what an export needs is opened only if there is something to try. */
import type { AppContext } from '../app-context.ts';
import { alwaysConnected } from '../export/client.ts';
import { closeExportContext, openExportContext } from '../export/export-context.ts';
import { notingSample } from '../export/note-sample.ts';
import { sampleTable } from '../export/run-sample.ts';
import type { TrySample } from '../export/try-parameters.ts';

export function tryingSampleHere(context: AppContext): TrySample {
  return async (planned) => {
    const exporting = await openExportContext(context);
    try {
      await notingSample(exporting, planned, () => sampleTable(exporting, planned, alwaysConnected));
    } finally {
      await closeExportContext(exporting);
    }
  };
}
