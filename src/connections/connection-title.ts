/** How a connection is called: by its owner's name for it, or by platform and account. */
import type { Connection } from './connection.ts';
import { platformOf } from './platforms.ts';

export function connectionTitle({
  name,
  platform,
  account,
}: Pick<Connection, 'platform' | 'account'> & { readonly name?: string | null }): string {
  if (name) return name;
  const { name: platformName } = platformOf(platform);
  return account === null ? platformName : `${platformName}, ${account}`;
}
