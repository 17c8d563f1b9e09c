/**
 * Contract 7.5.2: a save that fails because the service's own state cannot be reached is 503 and free, as every other
 * hit.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedGoogle } from '../../emulators/google/google-seed.ts';
import { costOf } from '../support/cast.ts';
import {
  connect,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

let platforms: Platforms;
let service: TestService;
beforeAll(async () => {
  platforms = await startPlatforms();
  service = await startPlatformService(platforms, { engine: 'postgres' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});

it('a full disk of the database while a save waits for the rate limit', async () => {
  const { accessToken, refreshToken } = platforms.google.addGrant();
  await connect(service, 'google', '--access-token', accessToken, '--refresh-token', refreshToken);
  const { spreadsheetId } = seedGoogle(platforms.google);
  const endpoint = await service.publish('a\n1\n', '--owner', platformOwner);
  await service.command('endpoint', 'set', endpoint, '--allow-spreadsheet', spreadsheetId);
  const address = `${endpoint}?save_to_gsheets=true&spreadsheet=${spreadsheetId}&sheet=Saved`;
  const { db } = service.database;
  await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`.execute(db);
  await sql`CREATE OR REPLACE TRIGGER full_disk BEFORE INSERT OR UPDATE ON rate_limit_slots EXECUTE FUNCTION refuse()`.execute(
    db,
  );
  const { cost, answer } = await costOf(service, () => service.get(address));
  expect([cost, answer.status, answer.headers.get('retry-after')]).toEqual([0, 503, '5']);
  expect(await answer.json()).toMatchObject({
    error: 'The service cannot reach its own data right now. No credit was used.',
  });
  await sql`DROP TRIGGER full_disk ON rate_limit_slots`.execute(db);
  expect((await service.get(address)).status).toBe(200);
});
