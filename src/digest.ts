/**
 * Tokens, keys and proxy ids are kept and compared as SHA-256 digests, in constant time (section 5). The
 * purpose goes into the digest, so that a digest taken from one place is of no use in another.
 */
import { hash, timingSafeEqual } from 'node:crypto';

export function digest(purpose: string, secret: string): string {
  return hash('sha256', `${purpose}\n${secret}`, 'hex');
}

export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
