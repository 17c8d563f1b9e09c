/** Leads to an account in the list of accounts. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function AccountLink({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <Anchor component={Link} to="/admin/accounts" search={{ account: id }} size="sm" underline="always">
      {email}
    </Anchor>
  );
}
