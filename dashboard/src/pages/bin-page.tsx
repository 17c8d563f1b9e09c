/** The bin: what was deleted in the last seven days; each can be restored, or deleted for good. */
import { Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { type DataColumn, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorNote } from '../components/error-note.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { dayText } from '../formats.ts';
import { tellDone } from '../toasts.tsx';
import { useApi, useChange } from '../use-api.ts';

const route = getRouteApi('/frame/bin');

type Deleted = Answer<'GET /api/bin'>['deleted'][number];

const kindWords = {
  endpoint: 'Endpoint',
  proxy: 'View',
  schedule: 'Schedule',
  connection: 'Connection',
} as const satisfies Record<Deleted['kind'], string>;

export function BinPage() {
  const { page = 1 } = route.useSearch();
  const deleted = useApi('GET /api/bin', { query: { page } });
  const [ending, setEnding] = useState<Deleted>();
  const restore = useChange('POST /api/bin/:id/restore', ({ name, note }) =>
    tellDone(`${name} is back.${note === null ? '' : ` ${note}`}`),
  );
  const columns: readonly DataColumn<Deleted>[] = [
    { label: 'Name', cell: ({ name }) => name, kind: 'breaking' },
    { label: 'Kind', cell: ({ kind }) => kindWords[kind] },
    { label: 'Deleted', cell: ({ deletedAt }) => <Moment at={deletedAt} /> },
    { label: 'Kept until', cell: ({ endsAt }) => dayText(endsAt), kind: 'one-line' },
    {
      label: 'Actions',
      kind: 'action',
      cell: (thing) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={`Restore ${thing.name}`}
            loading={restore.isPending && restore.variables.params.id === thing.id}
            onClick={() => restore.mutate({ params: { id: thing.id } })}
          >
            Restore
          </Button>
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            aria-label={`Delete ${thing.name} for good`}
            onClick={() => setEnding(thing)}
          >
            Delete for good
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Page title="Bin">
      <Text size="sm" c="dimmed" maw={640}>
        What you delete stays here for seven days. An endpoint comes back with its URL, file, views and
        schedules.
      </Text>
      {restore.error && <ErrorNote error={restore.error} title="It could not be restored" />}
      <Panel
        query={deleted}
        failed="The bin could not be loaded"
        empty={({ deleted: rows }) =>
          rows.length === 0 ? <EmptyState title="The bin is empty" /> : undefined
        }
      >
        {({ deleted: rows, total, pageSize }) => (
          <>
            <DataTable label="Bin" minWidth={640} columns={columns} rows={rows} />
            <Pager label="Bin" page={page} total={total} pageSize={pageSize} />
          </>
        )}
      </Panel>
      <EndDialog thing={ending} onClose={() => setEnding(undefined)} />
    </Page>
  );
}

interface EndDialogProps {
  /** Undefined: the dialog is closed. */
  readonly thing: Deleted | undefined;
  readonly onClose: () => unknown;
}

function EndDialog({ thing, onClose }: EndDialogProps) {
  const remove = useChange('DELETE /api/bin/:id', () => {
    onClose();
    tellDone('It is deleted for good.');
  });
  return (
    <ConfirmDialog
      isOpen={thing !== undefined}
      title={thing ? `Delete ${thing.name} for good?` : ''}
      action="Delete for good"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => thing && remove.mutate({ params: { id: thing.id } })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    >
      <Text size="sm">This cannot be undone.</Text>
    </ConfirmDialog>
  );
}
