/** What everything that uses connections needs besides the AppContext: the key that their secrets are sealed with. */
import type { AppContext } from '../app-context.ts';
import { openSecretKey } from './secret-key.ts';
import type { Secrets } from './secrets.ts';

export interface ConnectionContext extends AppContext {
  readonly secrets: Secrets;
}

export async function openConnectionContext(context: AppContext): Promise<ConnectionContext> {
  return { ...context, secrets: await openSecretKey(context) };
}
