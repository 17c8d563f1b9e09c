/** What a check of the service by itself is: it looks at one thing, ends in time, and says what to do. */
import type { AppContext } from '../../../app-context.ts';

export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly found: string;
  readonly advice: string | null;
}

export interface SystemCheck {
  readonly name: string;
  run(context: AppContext, signal: AbortSignal): Promise<Finding>;
}

/** Longest that one check takes. */
export const checkWithinMs = 3_000;

export const fine = (found: string): Finding => ({ state: 'ok', found, advice: null });
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice });
export const wrong = (found: string, advice: string): Finding => ({ state: 'wrong', found, advice });
