import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, NotPublicError, publicLookup, type ResolveName } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.100.100.200',
      '100.127.255.255',
    ],
    ...['127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.255'],
    ...['240.0.0.1', '255.255.255.255', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '::8.8.8.8'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::1',
      '100::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
    ],
    ...[
      'fe80::1%eth0',
      '2606:4700::1111%eth0',
      'fec0::1',
      'ff02::1',
      'ff0e::1',
      '2001::1',
      '2001:0:7f00:1::',
    ],
    ...['2001:db8::1', '2001:10::1', '2001:20::1', '2002:7f00:1::', '2002:a9fe:a9fe::', '3fff::1', '5f00::1'],
    ...['2620:4f:8000::1', '4000::1', '0:0:0:0:0:0:0:1', '0:0:0:0:0:ffff:a00:1'],
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '126.255.255.255',
    ],
    ...['128.0.0.1', '169.253.255.255', '169.255.0.1', '172.15.255.255', '172.32.0.1', '192.167.255.255'],
    ...['192.169.0.1', '198.17.255.255', '198.20.0.1', '223.255.255.255'],
    ...['2606:4700:4700::1111', '2a00:1450:4001:800::200e', '2001:4860:4860::8888', '2400:cb00::1'],
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '1.2.3',
    '1.2.3.4.5',
    '[::1]',
    ' 8.8.8.8',
    '8.8.8.8/8',
    '::g',
  ])('refuses %j, which is not an address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

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
