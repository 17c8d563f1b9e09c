/**
 * A "no" of our own with its reason, in one line for who asked: the command line prints it, the dashboard's interface
 * answers it as the error of the table that `key` names.
 */
import type { ErrorKey } from './errors.ts';

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly key: ErrorKey;
  /** What of the input it is about. */
  readonly field: string | undefined;

  constructor(key: ErrorKey, reason: string, field?: string) {
    super(reason);
    this.key = key;
    this.field = field;
  }
}

/** The account, its plan or the payment does not allow it now. */
export function changeRefused(reason: string): RefusedError {
  return new RefusedError('changeRefused', reason);
}

/** Something that was entered or sent cannot be taken. */
export function inputRefused(reason: string, field?: string): RefusedError {
  return new RefusedError('inputInvalid', reason, field);
}
