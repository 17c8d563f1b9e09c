/** Opens the store of uploads (DESIGN section 2). */
import type { Config } from '../config.ts';
import { UploadFolders } from './upload-folders.ts';
import type { UploadStore } from './upload-store.ts';

export async function openUploads({ uploadsDir }: Config): Promise<UploadStore> {
  return new UploadFolders(uploadsDir);
}
