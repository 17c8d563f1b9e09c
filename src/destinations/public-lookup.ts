/**
 * Looks a name up for a connection that must stay in the public internet. The check is made on the very
 * addresses that are connected to, so that a name cannot pass it and then point elsewhere (section 1.7).
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';
}

/** All addresses of the name, by the resolver of the system. */
export const resolveName: ResolveName = (name) => lookup(name, { all: true });

/** One private address among public ones is enough to refuse the name. */
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
