/** A file that somebody dropped, pasted or chose becomes the beginning of a new endpoint, if it is not too large. */
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api-client.ts';
import { bytesText, limitText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';
import { beginUpload, failUpload } from './current-upload.ts';

export function useNewFile(): (file: File) => void {
  const navigate = useNavigate();
  const { data: limits } = useApi('GET /api/upload-limits', {});
  return (file) => {
    const refusal = limits && refusalOf(file, limits.maxBytes);
    if (refusal) failUpload(file, refusal);
    else beginUpload(file, isPastedTable(file) ? { delimiter: '\t', encoding: 'utf-8' } : {});
    void navigate({ to: '/new/file' });
  };
}

/** Before anything is sent. */
export function refusalOf({ size }: File, maxBytes: number): ApiError | undefined {
  if (size <= maxBytes) return undefined;
  return new ApiError(
    `The file is ${bytesText(size)}; the limit is ${limitText(maxBytes)}. Leave out rows or columns that are not needed, or split it into several files.`,
    { status: 413 },
  );
}

const isPastedTable = ({ type }: File): boolean => type === 'text/tab-separated-values';
