/** Why a consent connected nothing, in words for its owner (contract 5.5.2). */
import { ServiceError } from '../errors/errors.ts';
import { RefusedError } from '../errors/refused-error.ts';
import { GrantRefusal } from './oauth-grants.ts';
import { CredentialError } from './try-credential.ts';

export const platformUnreachable =
  'The platform could not be reached, or gave a response that could not be read. Begin again.';

export function isBlocked(error: unknown): boolean {
  return error instanceof ServiceError && error.key === 'ownerBlocked';
}

/** Undefined when it is for the log. */
export function consentProblem(error: unknown): string | undefined {
  if (error instanceof RefusedError) return error.message;
  if (isBlocked(error)) return 'This account is blocked. Ask the administrator of this service.';
  if (error instanceof GrantRefusal && error.kind !== 'transient') {
    return 'The platform did not accept the code. Begin again.';
  }
  if (error instanceof CredentialError && error.kind === 'refused') {
    return 'The platform does not accept the permission that it has just given. Begin again.';
  }
  return undefined;
}
