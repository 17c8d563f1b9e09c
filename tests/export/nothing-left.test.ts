/** However an export ends, nothing of it is left in the scratch folder, and a source that failed is in the log. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { fillSheet } from '../../emulators/google/google-seed.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { forgetLimits } from '../support/small-tables.ts';

const patience = { timeout: 60_000, interval: 25 };

describe('after an export', () => {
  let platforms: Platforms;
  let service: TestService;
  /** Too large for memory: it is spooled to a folder. */
  let large: string;
  const logLines: string[] = [];
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.google.limits.writesPerUser = null;
    platforms.google.limits.readsPerUser = null;
    service = await startPlatformService(platforms, { logLines });
    const { accessToken, refreshToken } = platforms.google.addGrant();
    const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const connection = await connect(service, 'google', ...words);
    const { spreadsheetId, title } = fillSheet(platforms.google, { rows: 30_000, columns: 12 });
    large = await createEndpoint(service, connection, '--spreadsheet', spreadsheetId, '--sheet', title);
    await service.command('endpoint', 'set', large, '--allow-spreadsheet', spreadsheetId);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });
  const left = async (): Promise<string[]> => {
    const scratch = join(service.folder, 'scratch');
    const [own = ''] = await readdir(scratch);
    const names = await readdir(join(scratch, own));
    const results = await readdir(join(scratch, own, 'sql-results'));
    return [...names.filter((name) => name !== 'lock' && !name.startsWith('sql-')), ...results];
  };

  it.each([
    ['', 200],
    ['type=json_columns', 200],
    ['sql=SELECT * FROM service_table', 200],
    ['sql=SELECT nothing FROM service_table', 400],
    ['sql=SELECT * FROM service_table&type=json_columns&nest_json=all', 200],
    ['save_to_gdrive=true', 200],
    ['save_to_gdrive=true&sql=SELECT * FROM service_table', 200],
  ])('`%s`, which answers %i, nothing is left on disk', async (query, status) => {
    await forgetLimits(service);
    const answer = await service.get(`${large}?${query}`);
    expect(answer.status).toBe(status);
    const { length } = await answer.text();
    if (status === 200) expect(length).toBeGreaterThan(2 * 1024 * 1024);
    await expect.poll(left, patience).toEqual([]);
  });

  it.each(['', '&sql=SELECT * FROM service_table'])(
    'whose save has failed nothing is left on disk: %j',
    async (query) => {
      await forgetLimits(service);
      platforms.google.storageFull = true;
      try {
        expect((await service.get(`${large}?save_to_gdrive=true${query}`)).ok).toBe(false);
      } finally {
        platforms.google.storageFull = false;
      }
      await expect.poll(left, patience).toEqual([]);
    },
  );

  it('that no source could feed the log has a warning with the beginning of its id', async () => {
    const unreadable = await service.publish('a\n1\n');
    const upload = service.database.db
      .selectFrom('uploads')
      .select('id')
      .where('endpoint_id', '=', unreadable);
    const { id } = await upload.executeTakeFirstOrThrow();
    await rm(join(service.folder, 'uploads', id), { recursive: true });
    platforms.google.api.addFault(googleFaults.unavailable);
    for (const endpoint of [unreadable, large]) {
      logLines.length = 0;
      expect((await service.get(endpoint)).status).toBe(500);
      const warnings = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
      expect(warnings).toMatchObject([{ msg: 'a source failed', endpoint: endpoint.slice(0, 4) }]);
    }
    platforms.google.api.clearFaults();
  });
});
