/**
 * A local S3 for tests and trials: buckets in memory behind path-style addresses, every request's signature checked,
 * with faults as the other emulators have. What it does is held against the official client by a test.
 */
import { type EmulatedCall, type EmulatorServer, serveEmulator } from '../emulator-server.ts';
import { S3Bucket } from './s3-bucket.ts';
import { errorAnswer, S3Refusal } from './s3-error.ts';
import { s3Faults } from './s3-faults.ts';
import { answerS3 } from './s3-routes.ts';
import { requireSignature, type S3Credentials } from './s3-signature.ts';

export interface S3Emulator extends AsyncDisposable {
  readonly server: EmulatorServer;
  readonly credentials: S3Credentials;
  /** By name; one that is missing is made by adding it. */
  readonly buckets: Map<string, S3Bucket>;
  /** Calls whose `METHOD /path?query` contains one of these are denied, as a policy without that action does. */
  readonly denied: string[];
}

export async function startS3Emulator(
  options: { readonly port?: number; readonly bucket?: string; readonly sessionToken?: string } = {},
): Promise<S3Emulator> {
  const buckets = new Map([[options.bucket ?? 'tables', new S3Bucket()]]);
  const denied: string[] = [];
  const credentials: S3Credentials = {
    accessKeyId: 'AKIAEMULATEDKEY00000',
    secretAccessKey: 'secret/of+the/emulated+key',
    region: 'eu-central-1',
    ...(options.sessionToken !== undefined && { sessionToken: options.sessionToken }),
  };
  const server = await serveEmulator({
    port: options.port,
    namedFaults: s3Faults,
    answer: (call) => {
      try {
        requireSignature(call, credentials);
        requireAllowed(call, denied);
        return answerS3(call, buckets);
      } catch (error) {
        if (error instanceof S3Refusal) return errorAnswer(error.code, error.message);
        throw error;
      }
    },
  });
  return { server, credentials, buckets, denied, [Symbol.asyncDispose]: () => server.close() };
}

function requireAllowed({ method, path, query }: EmulatedCall, denied: readonly string[]): void {
  const text = `${method} ${path}?${query}`;
  if (denied.some((part) => text.includes(part))) throw new S3Refusal('AccessDenied', 'Access Denied');
}
