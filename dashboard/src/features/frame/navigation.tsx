/** The pages, those of an administrator apart, and sign-out. */
import { NavLink, Stack, Text } from '@mantine/core';
import {
  IconBook,
  IconCalendar,
  IconChartBar,
  IconDashboard,
  IconHistory,
  IconMail,
  IconPlugConnected,
  IconServer,
  IconTable,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api-client.ts';
import { usePathname } from '../../use-pathname.ts';
import { SignOut } from './sign-out.tsx';

const pages = [
  { to: '/', label: 'Endpoints', icon: IconTable, also: ['/endpoints', '/new'] },
  { to: '/schedules', label: 'Schedules', icon: IconCalendar, also: [] },
  { to: '/connections', label: 'Connections', icon: IconPlugConnected, also: [] },
  { to: '/usage', label: 'Usage', icon: IconChartBar, also: [] },
  { to: '/bin', label: 'Bin', icon: IconTrash, also: [] },
  { to: '/account', label: 'Account', icon: IconUser, also: ['/plans'] },
] as const;

/** The service has its documentation beside the dashboard. */
const docsUrl = new URL('../docs', document.baseURI).href;

const administratorPages = [
  { to: '/admin', label: 'Overview', icon: IconDashboard, also: [] },
  { to: '/admin/accounts', label: 'Accounts', icon: IconUsers, also: [] },
  { to: '/admin/mail', label: 'Mail', icon: IconMail, also: [] },
  { to: '/admin/audit', label: 'Audit log', icon: IconHistory, also: [] },
  { to: '/admin/system', label: 'System', icon: IconServer, also: [] },
] as const;

interface NavigationProps {
  /** Undefined while it is loaded. */
  readonly account: Answer<'GET /api/account'> | undefined;
}

export function Navigation({ account }: NavigationProps) {
  return (
    <Stack justify="space-between" h="100%">
      <div>
        {pages.map((page) => (
          <PageLink key={page.to} {...page} />
        ))}
        {account?.isAdministrator && (
          <>
            <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
              Administrator
            </Text>
            {administratorPages.map((page) => (
              <PageLink key={page.to} {...page} />
            ))}
          </>
        )}
      </div>
      <Stack gap="xs">
        <NavLink
          component="a"
          href={docsUrl}
          target="_blank"
          rel="noreferrer"
          label="Docs"
          leftSection={<IconBook size={18} stroke={1.6} />}
        />
        {account && (
          <Text size="xs" c="dimmed" px="sm" truncate title={account.email}>
            {account.email}
          </Text>
        )}
        <SignOut canSignInAgain={!account || account.hasPassword || account.hasGoogle} />
      </Stack>
    </Stack>
  );
}

type PageLinkProps = (typeof pages)[number] | (typeof administratorPages)[number];

function PageLink({ to, label, icon: Icon, also }: PageLinkProps) {
  const pathname = usePathname();
  const isActive = [to, ...also].some(
    (each) => pathname === each || (each !== '/' && each !== '/admin' && pathname.startsWith(`${each}/`)),
  );
  return (
    <NavLink
      component={Link}
      to={to}
      activeOptions={{ exact: true }}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} />}
      active={isActive}
      aria-current={isActive ? 'page' : undefined}
    />
  );
}
