/**
 * Endpoint and proxy ids: 22 random characters of `[0-9A-Za-z]` (131 bits). The length is fixed, so that an id never
 * collides with a reserved path (contract 2.1.1).
 */
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 22;
/** Bytes from here on are rejected, because they would bias the ids towards the first characters. */
const fairBytes = 256 - (256 % alphabet.length);

export const idPattern = /^[0-9A-Za-z]{22}$/;

export function randomId(): string {
  let id = '';
  while (id.length < idLength) {
    for (const byte of randomBytes(2 * idLength)) {
      if (byte < fairBytes && id.length < idLength) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
