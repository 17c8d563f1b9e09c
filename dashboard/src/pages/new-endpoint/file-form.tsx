/** How a file was read on one side; name, format and a preview beside it. */
import { Button, Grid, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, call } from '../../api-client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { forgetUpload } from '../../features/uploads/current-upload.ts';
import { useApi } from '../../use-api.ts';
import { draftOfUpload, type FileDraft } from './file-draft.ts';
import { FilePreview } from './file-preview.tsx';
import { NameAndFormat } from './name-and-format.tsx';
import { Understood } from './understood.tsx';

interface FileFormProps {
  readonly draft: FileDraft;
  /** Absent after a reload: then it cannot be sent again. */
  readonly file: File | undefined;
  readonly onDraft: (draft: FileDraft) => unknown;
  readonly onGone: () => unknown;
  readonly onDone: () => unknown;
}

export function FileForm({ draft, file, onDraft, onGone, onDone }: FileFormProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const uploaded = useApi('GET /api/uploads/:id', { params: { id: draft.upload } });
  const create = useMutation({
    mutationFn: ({ upload, name, type, fields }: FileDraft) =>
      call('POST /api/endpoints', { body: { upload, name, type, fields: fields && [...fields] } }),
    onSuccess: async ({ id }) => {
      onDone();
      await navigate({ to: '/new/ready/$id', params: { id } });
      forgetUpload();
      await queries.invalidateQueries();
    },
  });
  const isGone = uploaded.error instanceof ApiError && uploaded.error.refusal.status === 404;
  if (isGone)
    return (
      <EmptyState
        title={`${draft.fileName} is no longer here`}
        text="A file that is not published is kept for an hour. Upload it again."
      >
        <Button onClick={() => onGone()}>Choose a file</Button>
      </EmptyState>
    );
  return (
    <Panel query={uploaded} failed="We couldn't load the file" height={400}>
      {(data) => (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Understood
              uploaded={data}
              file={file}
              fields={draft.fields}
              onFields={(fields) => onDraft({ ...draft, fields })}
              onCorrected={(corrected) => onDraft(draftOfUpload(draft, corrected))}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack className="beside">
              <NameAndFormat
                value={draft}
                onChange={(change) => onDraft({ ...draft, ...change })}
                isBusy={create.isPending}
                error={create.error}
                onCreate={() => create.mutate(draft)}
              />
              <FilePreview upload={draft.upload} type={draft.type} fields={draft.fields} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Panel>
  );
}
