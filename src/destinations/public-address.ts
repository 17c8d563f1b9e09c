/**
 * Keeps connections on the public internet: a webhook must not reach loopback, private or link-local networks,
 * cloud-internal addresses, or IPv4 addresses embedded in IPv6. A lookup checks the same addresses that the socket
 * then connects to, so that DNS rebinding cannot bypass the check (contract 1.7.13).
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

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

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  // An address with a zone, such as fe80::1%eth0, is local to this host.
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

const notPublic4 = subnets('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host of a virtual machine on Azure
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/** Excludes unspecified, loopback, IPv4-mapped, NAT64, unique local, link-local and multicast addresses. */
const globalUnicast6 = subnets('ipv6', ['2000::/3']);

const notPublic6 = subnets('ipv6', [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
