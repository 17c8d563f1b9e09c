/** Accounts as rows: address, state, plan, credits, endpoints, files, times. */
import { Anchor, Badge, Group } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { numberText, preciseLimitText } from '../../formats.ts';
import { StateText } from './state-text.tsx';

type ListedAccount = Answer<'GET /api/administrator/accounts'>['accounts'][number];

interface AccountTableProps {
  readonly accounts: readonly ListedAccount[];
  readonly onOpen: (id: string) => unknown;
}

export function AccountTable({ accounts, onOpen }: AccountTableProps) {
  const address: DataColumn<ListedAccount> = {
    label: 'E-mail',
    cell: ({ id, email, isAdministrator }) => (
      <Group gap="xs">
        <Anchor component="button" type="button" size="sm" mih={24} onClick={() => onOpen(id)} ta="left">
          {email}
        </Anchor>
        {isAdministrator && <AdministratorBadge />}
      </Group>
    ),
  };
  return <DataTable label="Accounts" minWidth={840} columns={[address, ...facts]} rows={accounts} />;
}

const facts: readonly DataColumn<ListedAccount>[] = [
  { label: 'State', cell: ({ state }) => <StateText state={state} /> },
  { label: 'Plan', cell: ({ planLabel }) => planLabel },
  {
    label: 'Credits',
    kind: 'numbers',
    cell: ({ credits }) => (credits === null ? 'no limit' : numberText(credits)),
  },
  { label: 'Endpoints', kind: 'numbers', cell: ({ endpoints }) => numberText(endpoints) },
  { label: 'Files', kind: 'numbers', cell: ({ bytes }) => preciseLimitText(bytes) },
  { label: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'Last visit', cell: ({ lastVisitAt }) => <Moment at={lastVisitAt} /> },
];

function AdministratorBadge() {
  return (
    <Badge variant="outline" color="gray" tt="none" miw="max-content" c="var(--mantine-color-text)">
      administrator
    </Badge>
  );
}
