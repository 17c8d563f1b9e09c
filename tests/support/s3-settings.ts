/** Settings of a service whose uploads are in an emulated bucket. */
import type { S3Emulator } from '../../emulators/s3/s3-emulator.ts';

export function s3Settings({ server, credentials }: S3Emulator): Record<string, string> {
  return {
    SECRET_KEY: 'the-same-key-on-every-replica-of-a-test',
    UPLOADS_URL: 's3://tables/team/uploads',
    S3_ENDPOINT: server.origin,
    AWS_REGION: credentials.region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
