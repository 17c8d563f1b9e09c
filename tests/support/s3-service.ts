/** A service whose uploads are in an emulated bucket. */
import type { S3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { s3Settings } from './s3-settings.ts';
import { type ServiceOptions, startTestService, type TestService } from './service.ts';

export const s3Prefix = 'team/uploads/';

export function startS3Service(s3: S3Emulator, options: ServiceOptions = {}): Promise<TestService> {
  return startTestService({ ...options, environment: { ...s3Settings(s3), ...options.environment } });
}

/** On the database of another one, with a disk of its own. */
export function startReplica(
  s3: S3Emulator,
  { folder, environment }: TestService,
  more: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const DATABASE_URL = environment['DATABASE_URL'] ?? `sqlite:${folder}/tablecast.sqlite`;
  return startS3Service(s3, { environment: { DATABASE_URL, ...more } });
}

export function keysOf({ buckets }: S3Emulator): string[] {
  return [...(buckets.get('tables')?.objects.keys() ?? [])].sort();
}

/** What the store was asked since, as `METHOD name of the object`; lists as `LIST`. Without those of a sweep. */
export function asked({ server }: S3Emulator): string[] {
  const asked = server.calls.filter(({ url }) => !url.includes('delimiter='));
  return asked.map(({ method, url }) => {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    return searchParams.has('list-type') ? 'LIST' : `${method} ${pathname.split('/').at(-1)}`;
  });
}
