/** Saves what is built as a view, under a name, or as the change of the view that is open. */
import { Button, Group, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNote } from '../../../components/error-note.tsx';
import { TextLink } from '../../../components/links.tsx';
import type { Query } from '../../../features/urls/url-of.ts';
import { NameDialog } from '../../../features/views/name-dialog.tsx';
import { viewTitle } from '../../../features/views/view-title.ts';
import { ViewUrlDialog } from '../../../features/views/view-url-dialog.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';
import { viewSearch } from '../views/view-link.ts';
import { knownNames } from './controls.ts';
import type { OpenView } from './open-view.ts';
import { parametersOf } from './url-query.ts';

interface SaveViewProps {
  readonly endpointId: string;
  readonly query: Query;
}

export function SaveAsView({ endpointId, query }: SaveViewProps) {
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ readonly name: string; readonly url: string }>();
  const create = useChange('POST /api/endpoints/:id/proxies');
  const save = (name: string): void =>
    create.mutate(
      { params: { id: endpointId }, body: { name, parameters: savedOf(query) } },
      {
        onSuccess: ({ url }) => {
          setAsked(false);
          setMade({ name, url });
        },
      },
    );
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDeviceFloppy size={16} />}
        onClick={() => setAsked(true)}
      >
        Save as view
      </Button>
      <NameDialog
        isOpen={isAsked}
        title="Save as view"
        description="Only you see it. The query is checked before it is saved."
        action="Save view"
        isBusy={create.isPending}
        error={create.error}
        onName={save}
        onClose={() => {
          create.reset();
          setAsked(false);
        }}
      />
      <ViewUrlDialog
        url={made?.url}
        title={`The URL of ${made?.name ?? ''}`}
        onClose={() => setMade(undefined)}
      />
    </>
  );
}

interface OpenViewBarProps extends SaveViewProps {
  readonly open: OpenView;
}

/** Above the URL, while a view is open. */
export function OpenViewBar({ endpointId, query, open: { view, revision } }: OpenViewBarProps) {
  const navigate = useNavigate();
  const change = useChange('PATCH /api/proxies/:id', (changed) => {
    tellDone(`${viewTitle(changed)} is saved.`);
    return navigate({
      to: '/endpoints/$id',
      params: { id: endpointId },
      search: viewSearch(changed),
      replace: true,
      resetScroll: false,
    });
  });
  return (
    <>
      <Group gap="sm">
        <Text size="sm">
          View: <b>{viewTitle(view)}</b>
        </Text>
        <Button
          size="xs"
          loading={change.isPending}
          onClick={() =>
            change.mutate({ params: { id: view.id }, body: { revision, parameters: savedOf(query) } })
          }
        >
          Save changes
        </Button>
        <TextLink to="/endpoints/$id/views" params={{ id: endpointId }}>
          All views
        </TextLink>
      </Group>
      {change.error && <ErrorNote error={change.error} title="We couldn't save the view" />}
    </>
  );
}

/** What has no effect is not saved, nor the waiting page, which is for who opens a URL. */
function savedOf(query: Query): Record<string, string> {
  return parametersOf(
    query
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => knownNames.includes(name) && name !== 'show_wait_page'),
  );
}
