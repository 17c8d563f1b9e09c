/** Faults that any platform may have between it and its caller, by name. Each strikes every call until cleared. */
import type { Fault } from './emulator-server.ts';

export const transportFaults = {
  slow: { act: { kind: 'slow', ms: 3000 } },
  hang: { act: { kind: 'hang' } },
  reset: { act: { kind: 'reset' } },
  /** The connection ends in the middle of the JSON. */
  cutOff: { act: { kind: 'cut', bytes: 40 } },
  /** The JSON ends in the middle, and the answer says that this was all. */
  truncated: { act: { kind: 'truncate', bytes: 40 } },
} as const satisfies Record<string, Fault>;
