/** Several files at once: each becomes an endpoint, with its progress, its URL, and what to check. */
import { Button, Group, List, Paper, Progress, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import { FileCatcher } from '../../features/uploads/file-catcher.tsx';
import { cancelMany, type OneOfMany, useManyUploads } from '../../features/uploads/many-uploads.ts';
import { useNewFile } from '../../features/uploads/use-new-file.ts';
import { countText } from '../../formats.ts';

export function FilesPage() {
  const files = useManyUploads();
  const takeFiles = useNewFile();
  const done = files.filter(({ state }) => state.step === 'done').length;
  const isRunning = files.some(({ state }) => state.step === 'sending' || state.step === 'waiting');
  return (
    <Page
      title="New endpoints from files"
      actions={
        isRunning ? (
          <Button variant="default" onClick={cancelMany}>
            Cancel the rest
          </Button>
        ) : (
          <ButtonLink to="/" variant="default">
            To the list
          </ButtonLink>
        )
      }
    >
      <FileCatcher onFiles={takeFiles} />
      {files.length === 0 ? (
        <EmptyState title="No files" text="Drop several files to create an endpoint for each.">
          <ButtonLink to="/new">New endpoint</ButtonLink>
        </EmptyState>
      ) : (
        <Stack maw={720}>
          <Text size="sm" aria-live="polite">
            {done} of {countText(files.length, 'file is', 'files are')} live
          </Text>
          <Stack component="ul" className="plain-list" gap="sm" aria-label="Files">
            {files.map((each) => (
              <Paper key={each.key} component="li" withBorder p="sm">
                <FileOfMany {...each} />
              </Paper>
            ))}
          </Stack>
        </Stack>
      )}
    </Page>
  );
}

function FileOfMany({ file, state }: OneOfMany) {
  if (state.step === 'failed')
    return <ErrorNote error={state.error} title={`We couldn't read ${file.name}`} />;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={600} className="address">
          {file.name}
        </Text>
        {state.step === 'waiting' && (
          <Text size="sm" c="dimmed">
            Waiting
          </Text>
        )}
        {state.step === 'done' && (
          <Group gap="xs">
            <CopyButton
              text={state.endpoint.url}
              label="Copy URL"
              what={`Copy the URL of ${state.endpoint.name}`}
            />
            <ButtonLink
              to="/endpoints/$id"
              params={{ id: state.endpoint.id }}
              size="xs"
              aria-label={`Open ${state.endpoint.name}`}
            >
              Open
            </ButtonLink>
          </Group>
        )}
      </Group>
      {state.step === 'sending' && (
        <Progress.Root size="md">
          <Progress.Section
            value={
              file.size === 0 ? 100 : (50 * (state.progress.sent + state.progress.understood)) / file.size
            }
            aria-label={`Progress of ${file.name}`}
          />
        </Progress.Root>
      )}
      {state.step === 'done' && (
        <Text size="sm" c="dimmed">
          {countText(state.uploaded.rows, 'row', 'rows')},{' '}
          {countText(state.uploaded.columns.length, 'column', 'columns')}
        </Text>
      )}
      {state.step === 'done' && state.uploaded.warnings.length > 0 && (
        <WarningNote title="Please check">
          <List size="sm" spacing={4}>
            {state.uploaded.warnings.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </WarningNote>
      )}
    </Stack>
  );
}
