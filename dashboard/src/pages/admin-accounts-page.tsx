/** All accounts, for administrators: searched, sorted and paged by the service; one of them beside the list. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Panel } from '../components/panel.tsx';
import { SearchField } from '../components/search-field.tsx';
import { searchedFor } from '../search-parameters.ts';
import { useApi } from '../use-api.ts';
import { AccountDrawer } from './admin/account-drawer.tsx';
import { AccountTable } from './admin/account-table.tsx';
import { DeletedAccounts } from './admin/deleted-accounts.tsx';
import { Invitations } from './admin/invitations.tsx';
import { InviteDialog } from './admin/invite-dialog.tsx';

const route = getRouteApi('/frame/admin/accounts');
const orders = [
  { value: 'created', label: 'Newest first' },
  { value: 'email', label: 'By address' },
  { value: 'credits', label: 'Most credits first' },
  { value: 'last visit', label: 'Last visit first' },
] as const;

export function AdminAccountsPage() {
  const { search = '', sort = 'created', page = 1, account } = route.useSearch();
  const navigate = route.useNavigate();
  const accounts = useApi('GET /api/administrator/accounts', { query: { search, sort, page } });
  const [isInviting, inviting] = useDisclosure(false);
  const show = (id: string | undefined): unknown =>
    navigate({
      search: ({ account: _, ...before }) => (id === undefined ? before : { ...before, account: id }),
    });
  return (
    <Page
      title="Accounts"
      actions={
        <Button leftSection={<IconMailPlus size={16} />} onClick={inviting.open}>
          Invite somebody
        </Button>
      }
    >
      <Group gap="sm">
        <SearchField
          label="Search by e-mail"
          value={search}
          onSearch={(text) => navigate({ search: searchedFor(text), replace: true })}
        />
        <NativeSelect
          aria-label="Order"
          data={[...orders]}
          value={sort}
          onChange={({ currentTarget }) => {
            const order = orders.find(({ value }) => value === currentTarget.value);
            if (order) void navigate({ search: ({ page: _, ...rest }) => ({ ...rest, sort: order.value }) });
          }}
        />
      </Group>
      <Panel
        query={accounts}
        failed="The accounts could not be loaded"
        empty={({ total }) =>
          total === 0 ? (
            <EmptyState title="No account matches" text="Try part of the e-mail address." />
          ) : undefined
        }
      >
        {(data) => (
          <>
            <AccountTable accounts={data.accounts} onOpen={show} />
            <Pager label="Accounts" page={page} total={data.total} pageSize={data.pageSize} />
          </>
        )}
      </Panel>
      <DeletedAccounts />
      <Invitations />
      <InviteDialog isOpen={isInviting} onClose={inviting.close} />
      <AccountDrawer id={account} onClose={() => show(undefined)} />
    </Page>
  );
}
