/**
 * Tokens, keys and proxy ids are stored as SHA-256 digests, and looked up or compared in constant time as such. The
 * digest includes a purpose, so that a digest made for one purpose is useless for another (contract 5.8.1).
 */
import { hash, timingSafeEqual } from 'node:crypto';

export function digest(purpose: string, secret: string): string {
  return hash('sha256', `${purpose}\n${secret}`, 'hex');
}

export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
