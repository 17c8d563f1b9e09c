/**
 * Secrets at rest: AES-256-GCM with a fresh IV each, bound to the row and column they are kept in, so that a
 * sealed text moved to another row does not open. The first key seals, every key opens: keys can be changed without
 * losing anything (contract 5.8.2).
 */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** `binding` names the table, row and column that it is kept in. */
  seal(text: string, binding: string): string;
  /** Throws when it was changed, moved, or sealed with a key that is not here. */
  open(sealed: string, binding: string): string;
  /** A key for another purpose, made of the first. */
  derive(purpose: string): string;
  /** Whether it was sealed with another key than the first. */
  isOutdated(sealed: string): boolean;
}

export class SecretError extends Error {
  override readonly name = 'SecretError';
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const form = 's1';

export function openSecrets(texts: readonly [string, ...string[]]): Secrets {
  const keys = new Map(texts.map((text) => keyOf(text)));
  const [first, ...others] = texts;
  const [currentId, currentKey] = keyOf(first);
  return {
    seal: (text, binding) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, currentKey, iv).setAAD(Buffer.from(binding));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${form}.${currentId}.${sealed.toString('base64url')}`;
    },
    open: (sealed, binding) => {
      const [version, keyId = '', text = '', ...more] = sealed.split('.');
      const key = keys.get(keyId);
      if (version !== form || !key) throw new SecretError('it was sealed with a key that is not given');
      const bytes = Buffer.from(text, 'base64url');
      // Decoding is lenient: the same bytes can be written in several ways.
      if (more.length > 0 || bytes.toString('base64url') !== text) throw new SecretError('it was changed');
      return decipher(key, bytes, binding);
    },
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', first, '', `tablecast ${purpose}`, 32)).toString('base64url'),
    isOutdated: (sealed) => others.length > 0 && !sealed.startsWith(`${form}.${currentId}.`),
  };
}

function decipher(key: Buffer, bytes: Buffer, binding: string): string {
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(binding))
      .setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new SecretError('it was changed or moved', { cause });
  }
}

/** The id tells keys apart and nothing about them. */
function keyOf(text: string): [id: string, key: Buffer] {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'tablecast secrets', 32));
  return [hash('sha256', Buffer.concat([Buffer.from('id\n'), key]), 'hex').slice(0, 8), key];
}
