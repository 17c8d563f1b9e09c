/** The frame of every page of a signed-in person: navigation, balance, sign-out. */
import { AppShell, Burger, Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useNavigate } from '@tanstack/react-router';
import { ApiError, callSignIn } from '../api-client.ts';
import { useApi } from '../use-api.ts';

export function Frame() {
  const [isOpen, menu] = useDisclosure(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const account = useApi('GET /api/account', {});
  if (account.error instanceof ApiError && account.error.status === 401)
    return <Navigate to="/sign-in" replace />;
  const signOut = async (): Promise<void> => {
    await callSignIn('/sign-out', {});
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Text fw={700}>Tablecast</Text>
          </Group>
          {account.data && <Balance {...account.data} />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Stack justify="space-between" h="100%">
          <NavLink component={Link} to="/" label="Endpoints" active />
          <Button variant="default" size="xs" onClick={signOut}>
            Sign out
          </Button>
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Balance({
  credits,
  planLabel,
  cycleEnds,
}: {
  credits: number | null;
  planLabel: string;
  cycleEnds: string | null;
}) {
  const left = credits === null ? 'no limit' : `${credits.toLocaleString()} credits`;
  const resets = cycleEnds === null ? '' : `, new ones on ${new Date(cycleEnds).toLocaleDateString()}`;
  return (
    <Text size="sm" c="dimmed" truncate>
      {planLabel}: {left}
      {resets}
    </Text>
  );
}
