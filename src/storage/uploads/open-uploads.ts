/** Opens the store of uploads that the settings name: a folder, or a bucket. */
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { UploadFolders } from './upload-folders.ts';
import type { UploadStore } from './upload-store.ts';

/** `isService`: local copies of a bucket are kept from one run to the next; those of a command go with it. */
export async function openUploads(config: Config, log: Logger, isService: boolean): Promise<UploadStore> {
  if (config.uploadsUrl === undefined) return new UploadFolders(config.uploadsDir);
  // Loaded only here: without a bucket its modules and their memory are not needed.
  const { openBucketUploads } = await import('./bucket-uploads.ts');
  return openBucketUploads(config, config.uploadsUrl, log, isService);
}
