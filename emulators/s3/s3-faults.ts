/** What S3 does when it fails, by name; for manual use and for tests. Each affects every call until cleared. */
import type { Fault } from '../emulator-server.ts';
import { transportFaults } from '../transport-faults.ts';
import { errorAnswer, type S3ErrorCode } from './s3-error.ts';

const refused = (code: S3ErrorCode): Fault => ({
  act: { kind: 'answer', ...errorAnswer(code), body: bodyOf(code) },
});

function bodyOf(code: S3ErrorCode): string {
  return String(errorAnswer(code).body);
}

export const s3Faults = {
  ...transportFaults,
  internalError: refused('InternalError'),
  slowDown: refused('SlowDown'),
  accessDenied: refused('AccessDenied'),
} as const satisfies Record<string, Fault>;
