/** The service's own checks: all at once, each with an end, none of them remembered. */

import type { AppContext } from '../../app-context.ts';
import { abortable } from '../../base/abortable.ts';
import type { Handlers } from '../api.ts';
import { addressCheck } from './system-checks/address-checks.ts';
import { backupCheck } from './system-checks/backup-check.ts';
import { orphansCheck } from './system-checks/orphan-checks.ts';
import { mailCheck, paymentCheck } from './system-checks/partner-checks.ts';
import { queuesCheck } from './system-checks/queue-checks.ts';
import { keyCheck, platformsCheck, signUpCheck, versionCheck } from './system-checks/settings-checks.ts';
import { clockCheck, databaseFound, processesCheck, uploadsCheck } from './system-checks/storage-checks.ts';
import { checkWithinMs, type Finding, type SystemCheck, wrong } from './system-checks/system-check.ts';

const allChecks: readonly SystemCheck[] = [
  versionCheck,
  addressCheck,
  databaseFound,
  clockCheck,
  processesCheck,
  queuesCheck,
  backupCheck,
  uploadsCheck,
  orphansCheck,
  keyCheck,
  mailCheck,
  signUpCheck,
  platformsCheck,
  paymentCheck,
];

export const systemHandlers = {
  'GET /api/administrator/system': async ({ context }) => ({
    checks: [...(await systemFindings(context))],
  }),
} satisfies Partial<Handlers>;

export async function systemFindings(
  context: AppContext,
): Promise<readonly (Finding & { readonly name: string })[]> {
  return Promise.all(
    allChecks.map(async (check) => ({ name: check.name, ...(await finding(context, check)) })),
  );
}

async function finding(context: AppContext, check: SystemCheck): Promise<Finding> {
  const signal = AbortSignal.timeout(checkWithinMs);
  try {
    return await abortable(check.run(context, signal), signal);
  } catch (err) {
    if (signal.aborted) return wrong(`No answer within ${checkWithinMs / 1_000} seconds.`, 'Try again.');
    context.log.error({ err, check: check.name }, 'a system check failed');
    return wrong('The check failed.', 'The log says why.');
  }
}
