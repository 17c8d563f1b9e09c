import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { webhookSignature } from './webhook-signature.ts';

it('is the HMAC of the time, a dot and the body', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signature-'));
  const path = join(folder, 'body');
  await writeFile(path, 'a,b\n1,2\n');
  // printf '1700000000.a,b\n1,2\n' | openssl dgst -sha256 -hmac secret
  expect(await webhookSignature(path, 'secret', 1_700_000_000)).toBe(
    't=1700000000,v1=bf0cc7b1c0ebf5b46707543ce87bd0b0178fb3fe0a84dfea7d07fa91a21d8b28',
  );
  await rm(folder, { recursive: true });
});
