/** How many connections the system lets this process have beside the files that it needs (contract 8.6.1). */
import { openFileLimit } from '../../base/operating-system.ts';

/** The rest is for databases, uploads, scratch and processes. */
const share = 0.8;
/** Ten thousand idle ones need 200 MB. */
const most = 20_000;

export function connectionsByOpenFiles(): number {
  return Math.min(most, Math.floor(openFileLimit() * share));
}
