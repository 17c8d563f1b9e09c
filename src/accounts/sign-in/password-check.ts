/** Passwords as the library asks for them; too many at once are refused in its own way. */
import { APIError } from 'better-auth/api';
import { ServiceError } from '../../errors/errors.ts';
import { hashPassword, isPassword } from '../password.ts';

export const passwordCheck = {
  hash: (password: string) => refusing(hashPassword(password)),
  verify: ({ hash, password }: { hash: string; password: string }) => refusing(isPassword(password, hash)),
};

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    throw new APIError('SERVICE_UNAVAILABLE', { message: error.message }, headers);
  }
}
