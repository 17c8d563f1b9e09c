/** Files that somebody dropped, pasted or chose become new endpoints, if they are not too large: one with a review, several in a list. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api-client.ts';
import { bytesText, limitText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { beginUpload, failUpload } from './current-upload.ts';
import { beginMany } from './many-uploads.ts';
import type { ReadingWanted } from './send-file.ts';

export function useNewFile(): (files: readonly File[]) => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: limits } = useApi('GET /api/upload-limits', {});
  const refused = (file: File): ApiError | undefined => limits && refusalOf(file, limits.maxBytes);
  return (files) => {
    const [file, ...others] = files;
    if (!file) return;
    if (others.length > 0) {
      const plan = (each: File): ReadingWanted | Error => refused(each) ?? wantedOf(each);
      void beginMany(files, plan, () => queries.invalidateQueries());
      void navigate({ to: '/new/files' });
      return;
    }
    const refusal = refused(file);
    if (refusal) failUpload(file, refusal);
    else beginUpload(file, wantedOf(file));
    void navigate({ to: '/new/file' });
  };
}

/** A table that was pasted has tabs. */
function wantedOf({ type }: File): ReadingWanted {
  const isPasted = type === 'text/tab-separated-values';
  return { hasHeader: 'guess', ...(isPasted && { delimiter: '\t', encoding: 'utf-8' }) };
}

/** Before anything is sent. */
export function refusalOf({ size }: File, maxBytes: number): ApiError | undefined {
  if (size <= maxBytes) return undefined;
  return new ApiError(
    `The file is ${bytesText(size)}; the limit is ${limitText(maxBytes)}. Leave out rows or columns that you don't need, or split it into several files.`,
    { status: 413 },
  );
}
