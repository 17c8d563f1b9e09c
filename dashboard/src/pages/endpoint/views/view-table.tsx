/** The views of an endpoint by name, with their query, their last use and what can be done with each. */
import { ActionIcon, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../../api-client.ts';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ButtonLink, MenuLink, TextLink } from '../../../components/links.tsx';
import { Moment } from '../../../components/moment.tsx';
import { DownloadDialog } from '../../../features/urls/download-dialog.tsx';
import { urlOf } from '../../../features/urls/url-of.ts';
import { type View, viewTitle } from '../../../features/views/view-title.ts';
import { viewSearch } from './view-link.ts';

export interface Asked {
  readonly what: 'rename' | 'renew' | 'delete';
  readonly view: View;
}

interface ViewTableProps {
  readonly views: readonly View[];
  /** Undefined while it is loaded. */
  readonly endpoint: Answer<'GET /api/endpoints/:id'> | undefined;
  readonly onAsk: (asked: Asked) => unknown;
}

type Download = { readonly name: string; readonly url: string };

export function ViewTable({ views, endpoint, onAsk }: ViewTableProps) {
  const [download, setDownload] = useState<Download>();
  // A browser cannot send a token.
  const openUrl = endpoint && !endpoint.isProtected ? endpoint.url : undefined;
  const actions: DataColumn<View> = {
    label: 'Actions',
    kind: 'action',
    cell: (view) => (
      <Group gap="xs" wrap="nowrap">
        <ButtonLink
          to="/endpoints/$id"
          params={{ id: view.endpointId }}
          search={viewSearch(view)}
          size="xs"
          variant="default"
          aria-label={`Edit ${viewTitle(view)}`}
        >
          Edit
        </ButtonLink>
        <MoreMenu view={view} openUrl={openUrl} onAsk={onAsk} onDownload={setDownload} />
      </Group>
    ),
  };
  return (
    <>
      <DataTable label="Views" minWidth={620} columns={[...facts, actions]} rows={views} />
      <DownloadDialog target={download} onClose={() => setDownload(undefined)} />
    </>
  );
}

interface MoreMenuProps {
  readonly view: View;
  readonly openUrl: string | undefined;
  readonly onAsk: ViewTableProps['onAsk'];
  readonly onDownload: (download: Download) => unknown;
}

function MoreMenu({ view, openUrl, onAsk, onDownload }: MoreMenuProps) {
  const name = viewTitle(view);
  // The view's own URL is not known any more; the endpoint's has the same data.
  const url = openUrl === undefined ? undefined : urlOf(openUrl, Object.entries(view.parameters));
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`More for ${name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {url !== undefined && (
          <>
            <Menu.Item component="a" href={url} target="_blank" rel="noreferrer">
              Open
            </Menu.Item>
            <Menu.Item onClick={() => onDownload({ name, url })}>Download</Menu.Item>
          </>
        )}
        <MenuLink to="/schedules/new" search={{ endpoint: view.endpointId, view: view.id }}>
          Schedule
        </MenuLink>
        <Menu.Item onClick={() => onAsk({ what: 'rename', view })}>Rename</Menu.Item>
        <Menu.Item onClick={() => onAsk({ what: 'renew', view })}>Get a new URL</Menu.Item>
        <Menu.Item onClick={() => onAsk({ what: 'delete', view })} c="var(--mantine-color-error)">
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const facts: readonly DataColumn<View>[] = [
  {
    label: 'View',
    cell: (view) => (
      <TextLink to="/endpoints/$id" params={{ id: view.endpointId }} search={viewSearch(view)} fw={600}>
        {viewTitle(view)}
      </TextLink>
    ),
  },
  {
    label: 'URL begins with',
    cell: ({ hint }) => (
      <Text span inherit ff="monospace">
        {hint}…
      </Text>
    ),
  },
  { label: 'Query', kind: 'breaking', cell: ({ parameters }) => <Parameters parameters={parameters} /> },
  { label: 'Last used', cell: ({ lastHitAt }) => <Moment at={lastHitAt} never="never" /> },
];

function Parameters({ parameters }: Pick<View, 'parameters'>) {
  const entries = Object.entries(parameters);
  if (entries.length === 0)
    return (
      <Text inherit c="dimmed">
        The whole table
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start">
      {entries.map(([name, value]) => (
        <Code key={name} className="address">
          {name}={value}
        </Code>
      ))}
    </Stack>
  );
}
