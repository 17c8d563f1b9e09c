/**
 * The signature of a webhook request: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>." and the body>`. A receiver
 * that knows the secret can verify that the export is complete, recent and authentic (contract 1.7.10).
 */
import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';

export async function webhookSignature(path: string, secret: string, unixSeconds: number): Promise<string> {
  const hmac = createHmac('sha256', secret).update(`${unixSeconds}.`);
  for await (const piece of createReadStream(path)) hmac.update(piece);
  return `t=${unixSeconds},v1=${hmac.digest('hex')}`;
}
