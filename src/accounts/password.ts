/** Passwords are kept as scrypt with a salt of their own, never as they are (section 5, rule 5). */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await derive(password.normalize('NFKC'), salt, keyBytes, cost);
  return `${salt}:${key.toString('hex')}`;
}
