/** Network faults that can occur on any platform, by name. Each affects every call until cleared. */
import type { Fault } from './emulator-server.ts';

export const transportFaults = {
  slow: { act: { kind: 'slow', ms: 3000 } },
  hang: { act: { kind: 'hang' } },
  reset: { act: { kind: 'reset' } },
  /** The connection ends in the middle of the JSON. */
  cutOff: { act: { kind: 'cut', bytes: 40 } },
  /** The JSON is truncated, but the response looks complete. */
  truncated: { act: { kind: 'truncate', bytes: 40 } },
} as const satisfies Record<string, Fault>;
