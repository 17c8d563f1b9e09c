/**
 * Contract 6.1: the owner of a connection that stops working is told once, not at every hit, and again after
 * reconnecting.
 */
import { describe, expect, it } from 'vitest';
import {
  connect,
  createEndpoint,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

describe.each(engines)('a connection that stops working, on %s', (engine) => {
  it('a token that the platform refuses: one mail, and another after the next time', async () => {
    await using platforms = await startPlatforms();
    const { airtable } = platforms;
    await using service = await startPlatformService(platforms, { engine });
    const token = airtable.addPersonalToken();
    const connection = await connect(service, 'airtable', '--token', token);
    const endpoint = await createEndpoint(service, connection, ...smallAirtable(airtable).words);
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await warnings(service)).toEqual([]);
    airtable.revoke(token);
    await Promise.all(Array.from({ length: 4 }, () => service.get(endpoint)));
    const [warning, ...more] = await warnings(service);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ recipient: platformOwner });
    expect(warning?.body).toContain('it has expired or was revoked');
    expect(warning?.body).toContain(`/app/connections/${connection}`);

    const second = airtable.addPersonalToken();
    await connect(service, 'airtable', '--token', second, '--reconnect', connection);
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await warnings(service)).toHaveLength(1);
    airtable.revoke(second);
    expect((await service.get(endpoint)).status).toBe(423);
    expect(await warnings(service)).toHaveLength(2);
  });

  it('a grant that the platform does not renew: one mail, with the change of the state', async () => {
    await using platforms = await startPlatforms();
    const { airtable } = platforms;
    await using service = await startPlatformService(platforms, { engine });
    const { accessToken, refreshToken } = airtable.addGrant();
    const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const connection = await connect(service, 'airtable', ...words);
    const endpoint = await createEndpoint(service, connection, ...smallAirtable(airtable).words);
    airtable.revoke(refreshToken);
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.get(endpoint)));
    expect(answers.map(({ status }) => status)).toEqual([423, 423, 423, 423]);
    expect(await warnings(service)).toHaveLength(1);
    expect((await service.command('connection', 'list', platformOwner))['connections']).toMatchObject([
      { state: 'revoked' },
    ]);
  });

  it('none for a connection that its owner ends', async () => {
    await using platforms = await startPlatforms();
    await using service = await startPlatformService(platforms, { engine });
    const connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    const table = smallAirtable(platforms.airtable).words;
    const endpoint = await createEndpoint(service, connection, ...table);
    await service.command('connection', 'remove', connection);
    expect((await service.get(endpoint)).status).toBe(423);
    expect(await warnings(service)).toEqual([]);
  });
});

function warnings({ database }: TestService) {
  return database.db
    .selectFrom('outbox')
    .selectAll()
    .where('subject', '=', 'Your connection to Airtable stopped working')
    .execute();
}
