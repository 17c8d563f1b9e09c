/** The preview beside the parameters: what it is of, how long it took, whether it is still of what is set now. */
import { Button, Code, Group, Kbd, Loader, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../../components/error-note.tsx';
import { WarningNote } from '../../../components/warning-note.tsx';
import type { PreviewClicks } from '../../../features/previews/preview-table.tsx';
import { PreviewView } from '../../../features/previews/preview-view.tsx';
import type { ProfileSource } from '../../../features/profiles/profile-source.ts';
import type { Query } from '../../../features/urls/url-of.ts';
import { durationText } from '../../../formats.ts';
import { valueIn } from './url-query.ts';
import { mostRows, type RunningPreview } from './use-preview.ts';

const longestShown = 200;

interface PreviewPanelProps {
  readonly preview: RunningPreview;
  readonly query: Query;
  /** Shown elsewhere: where the statement stands. */
  readonly isOfSql: boolean;
  /** What the source is asked for only on demand. */
  readonly platform: string | undefined;
  readonly clicks: PreviewClicks | undefined;
  readonly profilesOf: (query: Query) => ProfileSource;
  /** What is said if no row matches. */
  readonly empty: ReactNode;
}

const moreRows = 50;

export function PreviewPanel(props: PreviewPanelProps) {
  const { preview, query, isOfSql, platform, clicks, profilesOf, empty } = props;
  const { shown, failed, isRunning, run } = preview;
  const isStale = shown !== undefined && (shown.of !== query || failed !== undefined);
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2} size="h5">
            Preview
          </Title>
          {isRunning && <Loader size="xs" role="img" aria-label="Running" className="late" />}
        </Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={16} />}
          rightSection={
            <Kbd size="xs" className="wide">
              Ctrl+Enter
            </Kbd>
          }
          onClick={() => run(query)}
        >
          Run
        </Button>
      </Group>
      {failed && !isOfSql && <ErrorNote error={failed.error} />}
      <Text size="sm" c="dimmed" role="status">
        {shown && (
          <>
            {isStale && (
              <Text span inherit fw={600}>
                Out of date: result of the previous query.{' '}
              </Text>
            )}
            <PreviewedQuery query={shown.of} /> {durationText(shown.answer.ms)}
          </>
        )}
        {!shown && !isRunning && !failed && platform !== undefined && (
          <>Run it to read the first ten rows from {platform}.</>
        )}
      </Text>
      {shown?.answer.missingProperty && (
        <WarningNote title={`No linked record has the property “${shown.answer.missingProperty}”`}>
          Linked records have a “name” and an “id”.
        </WarningNote>
      )}
      {shown && (
        <div aria-busy={isRunning}>
          <PreviewView
            answer={shown.answer}
            areTypesShown
            profiles={profilesOf(shown.of)}
            isFiltered={valueIn(shown.of, 'sql') !== undefined}
            {...(!isStale && { clicks, empty, more: moreOf(shown.rows, (rows) => run(query, rows)) })}
          />
        </div>
      )}
      <Text size="xs" c="dimmed">
        A preview costs no credit, saves nothing and sends no mail.
      </Text>
    </Stack>
  );
}

/** Undefined: a preview has no more. */
function moreOf(rows: number, show: (rows: number) => void) {
  const next = Math.min(rows + moreRows, mostRows);
  return next === rows ? undefined : { rows: next - rows, show: () => show(next) };
}

function PreviewedQuery({ query }: { readonly query: Query }) {
  const sql = valueIn(query, 'sql');
  const type = valueIn(query, 'type');
  return (
    <>
      {sql !== undefined && (
        <>
          Preview of <Code>{sql.length > longestShown ? `${sql.slice(0, longestShown)}…` : sql}</Code>
          {type ? ` as ${type}` : ''},
        </>
      )}
    </>
  );
}
