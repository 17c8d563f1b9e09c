/** The frame of every page of a signed-in person: navigation, balance, keys. */
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../api-client.ts';
import { Mark } from '../../components/mark.tsx';
import { useTouchedMoments } from '../../components/use-touched-moments.ts';
import { useApi } from '../../use-api.ts';
import { usePathname } from '../../use-pathname.ts';
import { Finder } from '../finder/finder.tsx';
import { PasswordNote } from '../sign-in/password-note.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { ToSignIn } from '../sign-in/to-sign-in.tsx';
import { Balance } from './balance.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Frame() {
  const [isOpen, menu] = useDisclosure(false);
  const pathname = usePathname();
  const account = useApi('GET /api/account', {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes when another page is opened.
  useEffect(menu.close, [pathname]);
  useTouchedMoments();
  if (!account.data && account.error instanceof ApiError && account.error.refusal.status === 401)
    return <ToSignIn />;
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
            <Mark />
          </Group>
          <Group gap="sm" wrap="nowrap">
            {account.data && <Balance {...account.data} />}
            <ThemeSwitch />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" style={{ overflowY: 'auto' }}>
        <Navigation account={account.data} />
      </AppShell.Navbar>
      <AppShell.Main>
        {account.data?.isLocal && !account.data.hasPassword && pathname !== '/account' && <PasswordNote />}
        {account.data?.state === 'account blocked' && <BlockedNote />}
        <Outlet />
      </AppShell.Main>
      <KeysDialog />
      <Finder isAdministrator={account.data?.isAdministrator ?? false} />
      {account.data && <SignInAgain {...account.data} />}
    </AppShell>
  );
}
