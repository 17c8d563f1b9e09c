/** What belongs to nobody: files without a record, records without a file, endpoints of no account. */
import { counted } from '../../../base/counted.ts';
import { endpointsOfNobody } from '../../../closing/orphan-store.ts';
import { allUploadIds, currentUploadIds } from '../../../endpoints/upload-record-store.ts';
import { fine, type SystemCheck, warning, wrong } from './system-check.ts';

const maxNamed = 5;

export const orphansCheck: SystemCheck = {
  name: 'Orphans',
  run: async ({ database: { db }, uploads }) => {
    // Records that are expected to have a file first, then files, then records of any kind: what arrives or goes meanwhile is no orphan.
    const expected = await currentUploadIds(db);
    const stored = new Set(await uploads.list());
    const recorded = await allUploadIds(db);
    const files = [...stored].filter((id) => !recorded.has(id));
    const missing = expected.filter(({ id }) => !stored.has(id) && recorded.has(id));
    const endpoints = await endpointsOfNobody(db);
    if (missing.length > 0)
      return wrong(
        `${counted(missing.length, 'endpoint has', 'endpoints have')} lost the file: ${named(missing.map(({ endpointId }) => endpointId))}.`,
        'Bring the files back from a backup, or replace them: publish FILE --replace ID.',
      );
    if (endpoints.length > 0)
      return warning(
        `${counted(endpoints.length, 'endpoint belongs', 'endpoints belong')} to no account: ${named(endpoints)}.`,
        'Delete what nobody needs: endpoint delete ID.',
      );
    if (files.length > 0)
      return warning(
        `${counted(files.length, 'stored file has', 'stored files have')} no record: ${named(files)}.`,
        'They are removed by themselves an hour after the service has found them, unless they are most of the store: then check DATABASE_URL.',
      );
    return fine('Every file has an owner, and every endpoint its file.');
  },
};

function named(ids: readonly string[]): string {
  const more = ids.length - maxNamed;
  return `${ids.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
