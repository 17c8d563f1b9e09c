/** Contract 4.6.17: which of the owner's Google accounts a save uses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedGoogle } from '../../emulators/google/google-seed.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

describe('the Google account of a save', () => {
  let platforms: Platforms;
  let service: TestService;
  let owners = 0;
  let owner: string;
  let spreadsheet: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.google.limits.writesPerUser = null;
    platforms.google.limits.readsPerUser = null;
    spreadsheet = seedGoogle(platforms.google).spreadsheetId;
    service = await startPlatformService(platforms);
  });
  beforeEach(async () => {
    owners += 1;
    owner = `owner${owners}@example.com`;
    await service.command('account', 'create', owner, '--plan', 'pro');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  /** A connection, later than the ones before, and the way to make the platform refuse it. */
  async function addGoogle(): Promise<{ id: string; refuse(): void }> {
    service.clock.ahead += 1_000;
    const { accessToken, refreshToken } = platforms.google.addGrant();
    const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const { id } = await service.command('connection', 'add', owner, '--platform', 'google', ...words);
    return { id: String(id), refuse: () => platforms.google.revoke(refreshToken) };
  }
  const setState = (id: string, state: string) =>
    service.database.db.updateTable('connections').set({ state }).where('id', '=', id).execute();
  const publish = (): Promise<string> => service.publish('a\n1\n', '--owner', owner);
  const save = async (endpoint: string, query = 'save_to_gdrive=true') => service.get(`${endpoint}?${query}`);

  it('the newest of several that work', async () => {
    const older = await addGoogle();
    await addGoogle();
    older.refuse();
    expect((await save(await publish())).status).toBe(200);
  });

  it('one that works before a newer one that was revoked', async () => {
    await addGoogle();
    const newer = await addGoogle();
    newer.refuse();
    await setState(newer.id, 'revoked');
    expect((await save(await publish())).status).toBe(200);
  });

  it('that of the endpoint itself before a newer one', async () => {
    const own = await addGoogle();
    const words = ['--connection', own.id, '--spreadsheet', spreadsheet, '--sheet', 'Inventory'];
    const { id } = await service.command('endpoint', 'create', owner, ...words);
    (await addGoogle()).refuse();
    expect((await save(String(id))).status).toBe(200);
  });

  it('423 of the newest where none works', async () => {
    const { id, refuse } = await addGoogle();
    refuse();
    await setState(id, 'revoked');
    expect((await save(await publish())).status).toBe(423);
  });

  it.each([
    ['save_to_gdrive=true', 'save_to_gdrive'],
    ['save_to_gsheets=true&spreadsheet=listed&sheet=S', 'save_to_gsheets'],
  ])('`%s`: 400 where the only one was disconnected, or is of another platform', async (query, parameter) => {
    const error = `Parameter '${parameter}' needs a connected account, and no account is connected.`;
    const endpoint = await publish();
    await service.command('endpoint', 'set', endpoint, '--allow-spreadsheet', 'listed');
    const words = ['--platform', 'airtable', '--access-token', platforms.airtable.addGrant().accessToken];
    await service.command('connection', 'add', owner, ...words);
    expect(await (await save(endpoint, query)).json()).toMatchObject({ error });
    await setState((await addGoogle()).id, 'disconnected');
    const answer = await save(endpoint, query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
  });
});
