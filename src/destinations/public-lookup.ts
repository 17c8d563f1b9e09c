/**
 * DNS lookup for connections that must stay on the public internet. It checks the same addresses that the socket
 * then connects to, so that DNS rebinding cannot bypass the check (contract 1.7.13).
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';
}

/** Returns all addresses of the name, from the system resolver. */
export const resolveName: ResolveName = (name) => lookup(name, { all: true });

/** Fails if any address of the name is not public. */
export function publicLookup(resolve: ResolveName): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new NotPublicError(), []);
        } else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
