/**
 * A seeded emulator and the options of a client for it, for tests.
 */
import { type NotionEmulator, startNotionEmulator } from './notion-emulator.ts';
import { type SeededNotion, seedNotion } from './notion-seed.ts';

export interface TestWorkspace {
  readonly emulator: NotionEmulator;
  readonly seeded: SeededNotion;
  readonly token: string;
  /** Options of Notion's own client, without retries. */
  readonly connection: { auth: string; baseUrl: string; retry: false; logger: () => undefined };
  /** Id of a row in Projects. */
  project(n: number): string;
}

export async function startTestWorkspace(): Promise<TestWorkspace> {
  const emulator = await startNotionEmulator();
  const seeded = seedNotion(emulator);
  const token = emulator.addToken();
  return {
    emulator,
    seeded,
    token,
    connection: { auth: token, baseUrl: emulator.api.origin, retry: false, logger: () => undefined },
    project: (n) => emulator.databases[0]?.dataSources[0]?.rows[n]?.id ?? '',
  };
}
