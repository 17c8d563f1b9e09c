/**
 * Renews the claim of a run while it runs, and says when it is lost: another process may then run it, so this one
 * stops (contract 1.7.4).
 */
import type { AppContext } from '../app-context.ts';
import { type Claim, leaseMs, renewClaim } from './run-store.ts';

const renewEveryMs = leaseMs / 4;

export interface KeptClaim extends AsyncDisposable {
  /** Aborted when it is lost, or could not be renewed until its end. */
  readonly lost: AbortSignal;
}

export function keepClaim({ database, log }: AppContext, claim: Claim): KeptClaim {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async (): Promise<void> => {
    const began = performance.now();
    if (!(await renewClaim(database, claim))) lost.abort();
    renewedAt = began;
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    if (performance.now() - renewedAt >= leaseMs - renewEveryMs / 2) lost.abort();
    renewing = renew().catch((err: unknown) =>
      log.error({ err, run: claim.id }, 'could not renew the claim of a run'),
    );
  }, renewEveryMs).unref();
  return {
    lost: lost.signal,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}
