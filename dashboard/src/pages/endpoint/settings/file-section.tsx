/** Another file in the place of the one before, or its columns changed: the URL stays, and what would be lost is said first. */
import { Button, FileButton, Group } from '@mantine/core';
import { IconFileUpload, IconTableOptions } from '@tabler/icons-react';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Section } from '../../../components/section.tsx';
import { UploadProgress } from '../../../features/uploads/upload-progress.tsx';
import { ReplacementReview } from './replacement-review.tsx';
import { useReplacement } from './use-replacement.ts';

export function FileSection({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { state, send, open, correct, cancel } = useReplacement(endpoint.id);
  return (
    <Section title="File" text="The URL and all settings stay; the next request gets the new rows.">
      {state.step === 'sending' && (
        <UploadProgress file={state.file} progress={state.progress} onCancel={cancel} />
      )}
      {state.step === 'failed' && <ErrorNote error={state.error} title="We couldn't read the file" />}
      {state.step === 'understood' ? (
        <ReplacementReview
          endpoint={endpoint}
          uploaded={state.uploaded}
          file={state.file}
          onCorrected={correct}
          onReadAgain={send}
          onDone={cancel}
        />
      ) : (
        state.step !== 'sending' && (
          <Group>
            <FileButton onChange={(file) => file && send(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
                  Replace the file
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconTableOptions size={16} />}
              loading={state.step === 'opening'}
              onClick={open}
            >
              Change columns
            </Button>
          </Group>
        )
      )}
    </Section>
  );
}
