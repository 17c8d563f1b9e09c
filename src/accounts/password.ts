/**
 * Passwords are kept as scrypt with a salt of their own, never as they are (contract 5.7.4). One takes 32 MB and a
 * tenth of a second of a thread that files are read by, too: so only a few are computed at once, and a few wait.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../errors/errors.ts';

const deriveKey = promisify<
  string,
  string,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const atOnce = 2;
/** The last of them waits for two seconds or so. */
const maxWaiting = 50;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await derive(password, salt);
  return `${salt}:${key.toString('hex')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const known = Buffer.from(key, 'hex');
  return known.length === keyBytes && timingSafeEqual(known, await derive(password, salt));
}

const waiting: (() => void)[] = [];
let computed = 0;

async function derive(password: string, salt: string): Promise<Buffer> {
  if (computed < atOnce) computed += 1;
  else if (waiting.length >= maxWaiting) throw new ServiceError('tooManySignIns', { retryAfterSeconds: 5 });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await deriveKey(password.normalize('NFKC'), salt, keyBytes, cost);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else computed -= 1;
  }
}
