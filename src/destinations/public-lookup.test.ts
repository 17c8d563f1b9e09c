import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { NotPublicError, publicLookup, type ResolveName } from './public-lookup.ts';

function ask(resolve: ResolveName, options: LookupOptions): Promise<string | LookupAddress[]> {
  return new Promise((done, fail) => {
    publicLookup(resolve)('name.example', options, (error, address) => (error ? fail(error) : done(address)));
  });
}

const addresses = [
  { address: '93.184.215.14', family: 4 },
  { address: '2606:4700::1111', family: 6 },
];

describe('publicLookup', () => {
  it('returns all addresses, or the first', async () => {
    expect(await ask(async () => addresses, { all: true })).toEqual(addresses);
    expect(await ask(async () => addresses, {})).toBe('93.184.215.14');
  });

  it.each(['127.0.0.1', '::1', '::ffff:93.184.215.14', '10.0.0.1'])(
    'refuses %s among others',
    async (address) => {
      const mixed = [...addresses, { address, family: address.includes(':') ? 6 : 4 }];
      await expect(ask(async () => mixed, { all: true })).rejects.toBeInstanceOf(NotPublicError);
      await expect(ask(async () => mixed, {})).rejects.toBeInstanceOf(NotPublicError);
    },
  );

  it('resolves the name each time, and refuses one that was public before', async () => {
    const lookups = [addresses, [{ address: '169.254.169.254', family: 4 }]];
    const resolve: ResolveName = async () => lookups.shift() ?? [];
    expect(await ask(resolve, {})).toBe('93.184.215.14');
    await expect(ask(resolve, {})).rejects.toBeInstanceOf(NotPublicError);
    await expect(ask(resolve, {})).rejects.toBeInstanceOf(NotPublicError);
  });

  it('passes on the error of a failed lookup', async () => {
    const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    await expect(ask(() => Promise.reject(failure), { all: true })).rejects.toBe(failure);
  });
});
