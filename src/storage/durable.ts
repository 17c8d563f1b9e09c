/** What has been written survives a loss of power, a file or the names in a folder (contract 1.3.13). */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
