/** Tries a question before it is saved, as a preview: for no credit and from the same time. */
import { clientUntil } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { notingSample } from '../../export/note-sample.ts';
import { sampleTable } from '../../export/run-sample.ts';
import type { TrySample } from '../../export/try-parameters.ts';
import { takePreviewTime } from './preview-time.ts';

export function tryingSample(context: ExportContext, signal: AbortSignal): TrySample {
  return async (planned) => {
    using time = takePreviewTime(context, planned.endpoint.accountId);
    await notingSample(context, planned, () =>
      sampleTable(context, planned, clientUntil(signal), { spent: time.spent }),
    );
  };
}
