/**
 * The quotas of Sheets: reads and writes are counted separately, per user and per project, over the last 60 seconds.
 * A call over a quota is refused and not counted.
 */
import { quotaExceeded } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';

const windowMilliseconds = 60_000;

export class SheetsQuota {
  readonly #times = new Map<string, number[]>();

  /** Throws the 429. */
  spend(state: GoogleState, kind: 'Read' | 'Write', email: string): void {
    const { limits } = state;
    const perUser = kind === 'Read' ? limits.readsPerUser : limits.writesPerUser;
    const perProject = kind === 'Read' ? limits.readsPerProject : limits.writesPerProject;
    const ofUser = this.#recent(`${kind} ${email}`);
    const ofProject = this.#recent(kind);
    const isUserOver = perUser !== null && ofUser.length >= perUser;
    if (isUserOver || (perProject !== null && ofProject.length >= perProject)) {
      state.rateLimited += 1;
      throw quotaExceeded(kind, isUserOver ? ' per user' : '');
    }
    ofUser.push(Date.now());
    ofProject.push(Date.now());
  }

  #recent(key: string): number[] {
    const since = Date.now() - windowMilliseconds;
    const times = (this.#times.get(key) ?? []).filter((time) => time > since);
    this.#times.set(key, times);
    return times;
  }
}
