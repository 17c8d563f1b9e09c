/** Leads to an account in the list of accounts. */
import { TextLink } from '../../components/links.tsx';

export function AccountLink({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <TextLink to="/admin/accounts" search={{ account: id }} size="sm" underline="always">
      {email}
    </TextLink>
  );
}
