/**
 * Tokens and keys are stored as SHA-256 digests; they and proxy ids are compared as digests, in constant time. The
 * digest includes a purpose, so that a digest made for one purpose is useless for another (section 5).
 */
import { hash, timingSafeEqual } from 'node:crypto';

export function digest(purpose: string, secret: string): string {
  return hash('sha256', `${purpose}\n${secret}`, 'hex');
}

export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
