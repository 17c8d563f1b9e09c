/** What the service does by itself every ten minutes: removes the accounts that were deleted a week ago. */
import { closeContext, openContext } from '../../src/app-context.ts';
import { removeClosedAccounts } from '../../src/closing/remove-closed-accounts.ts';
import { readConfig } from '../../src/config/config.ts';
import { openConnectionContext } from '../../src/connections/connection-context.ts';
import { openLog } from '../../src/logging/log.ts';
import { serviceNow } from './clock.ts';
import type { TestService } from './service.ts';

export async function removeClosed(service: TestService): Promise<void> {
  const now = (): number => serviceNow(service);
  const context = await openContext(readConfig(service.environment), openLog('silent'), now);
  await removeClosedAccounts(await openConnectionContext(context));
  await closeContext(context);
}
