/** A new endpoint of a file: it arrives, how it was read is shown and corrected, and then it is published. */
import { Button, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import {
  cancelUpload,
  discard,
  forgetUpload,
  useCurrentUpload,
} from '../../features/uploads/current-upload.ts';
import { FileCatcher } from '../../features/uploads/file-catcher.tsx';
import { FileChooser } from '../../features/uploads/file-chooser.tsx';
import { UploadProgress } from '../../features/uploads/upload-progress.tsx';
import { useNewFile } from '../../features/uploads/use-new-file.ts';
import { draftOfUpload, useFileDraft, withoutFile } from './file-draft.ts';
import { FileForm } from './file-form.tsx';

export function FilePage() {
  const current = useCurrentUpload();
  const [draft, setDraft, clearDraft] = useFileDraft();
  const takeFiles = useNewFile();
  const uploaded = current.state === 'done' ? current.uploaded : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file changes the draft here.
  useEffect(() => {
    if (uploaded && uploaded.upload !== draft.upload) setDraft(draftOfUpload(draft, uploaded));
  }, [uploaded]);
  const startOver = (): void => {
    if (draft.upload !== '') discard(draft);
    forgetUpload();
    setDraft(withoutFile(draft));
  };
  const isHere = draft.upload !== '' && (uploaded === undefined || uploaded.upload === draft.upload);
  return (
    <Page
      title="New endpoint from a file"
      actions={
        isHere &&
        current.state !== 'sending' && (
          <Button variant="default" onClick={startOver}>
            Use another file
          </Button>
        )
      }
    >
      <FileCatcher onFiles={takeFiles} />
      {current.state === 'sending' && (
        <Stack maw={560}>
          <UploadProgress file={current.file} progress={current.progress} onCancel={cancelUpload} />
        </Stack>
      )}
      {current.state === 'failed' && (
        <Stack maw={560}>
          <ErrorNote error={current.error} title={`We couldn't read ${current.file.name}`} />
          {current.canGoBack && (
            <Group>
              <Button onClick={cancelUpload}>Back to how it was read before</Button>
            </Group>
          )}
          <FileChooser onFiles={takeFiles} isPrimary={!current.canGoBack} />
        </Stack>
      )}
      {current.state === 'none' && !isHere && (
        <Stack maw={560}>
          <FileChooser onFiles={takeFiles} />
        </Stack>
      )}
      {(current.state === 'none' || current.state === 'done') && isHere && (
        <FileForm
          draft={draft}
          file={current.state === 'done' ? current.file : undefined}
          onDraft={setDraft}
          onGone={startOver}
          onDone={clearDraft}
        />
      )}
    </Page>
  );
}
