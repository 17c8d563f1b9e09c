/** The service reads a file once more as its owner says; what it then is takes its place. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api-client.ts';
import { type Choices, corrected, type Overrides } from './reading-choices.ts';
import type { UploadedFile } from './send-file.ts';

type Wanted = Pick<Overrides, 'decimal' | 'columns'>;

export function useCorrection(uploaded: UploadedFile, onCorrected: (uploaded: UploadedFile) => unknown) {
  const queries = useQueryClient();
  const { upload: id, overrides } = uploaded;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Wanted) => call('POST /api/uploads/:id/corrections', { params: { id }, body }),
    onSuccess: (read) => {
      queries.setQueryData(['GET /api/uploads/:id', { params: { id: read.upload } }], read);
      onCorrected(read);
    },
  });
  const correct = (change: Partial<Wanted>): void => {
    const { decimal, columns } = overrides;
    mutate({ decimal, columns, ...change });
  };
  /** Of a warning, as far as the file itself is not needed for it. */
  const fix = ({ decimal, columns = [] }: Choices): void =>
    correct({ ...(decimal && { decimal }), columns: corrected(overrides.columns, columns) });
  return { correct, fix, isPending, error };
}
