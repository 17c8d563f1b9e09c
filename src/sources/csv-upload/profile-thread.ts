/** The profile of a stored file is made in the thread of files: it reads every cell. */
import type { MessagePort } from 'node:worker_threads';
import type { TableProfile } from '../../table/profile/table-profile.ts';
import { failed, inFileThread } from './file-thread.ts';
import type { ProfileReply } from './ingest-worker.ts';

export function profileInThread(folder: string): Promise<TableProfile> {
  return inFileThread({ kind: 'profile', folder }, profiled);
}

async function profiled(port: MessagePort): Promise<TableProfile> {
  const { promise, resolve, reject } = Promise.withResolvers<ProfileReply>();
  port.on('message', resolve);
  port.on('close', () => reject(new Error('the thread that reads files has ended')));
  const reply = await promise;
  if (reply.kind === 'profiled') return reply.profile;
  throw failed(reply);
}
