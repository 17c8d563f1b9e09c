/** Connections on the command line: what is wrong with a command of connections is said in one clear line. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

describe('5 Source connections, commands that cannot be done', () => {
  let platforms: Platforms;
  let service: TestService;
  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });
  const personalToken = (): string => platforms.airtable.addPersonalToken();

  const add = (...words: readonly string[]) => ['connection', 'add', platformOwner, ...words];
  const authorize = (...words: readonly string[]) => ['connection', 'authorize', platformOwner, ...words];
  it.each([
    ['no platform', add('--token', 'x'), '--platform is needed: one of airtable, notion, google.'],
    [
      'an unknown platform',
      add('--platform', 'excel', '--token', 'x'),
      '--platform must be one of airtable, notion, google.',
    ],
    [
      'no credential',
      add('--platform', 'airtable'),
      'Airtable needs --token, or --access-token and --refresh-token.',
    ],
    [
      'an empty token',
      add('--platform', 'notion', '--token', ''),
      'Notion needs --token, or --access-token and --refresh-token.',
    ],
    [
      'a refresh token alone',
      add('--platform', 'google', '--refresh-token', 'r'),
      'Google needs --token, or --access-token and --refresh-token.',
    ],
    [
      'both kinds',
      add('--platform', 'google', '--token', 't', '--refresh-token', 'r'),
      'Give either --token, or --access-token and --refresh-token.',
    ],
    [
      'a token of two lines',
      add('--platform', 'airtable', '--token', 'pat\r\nX-Evil: 1'),
      'A token has visible ASCII characters only, without spaces.',
    ],
    [
      'an unknown connection',
      add('--platform', 'airtable', '--token', 't', '--reconnect', 'nope'),
      'There is no connection nope. List them with: connection list EMAIL',
    ],
    [
      'OAuth where there is none',
      authorize('--platform', 'notion'),
      'Notion is connected by the token of an internal integration.',
    ],
    [
      'an unknown connection to remove',
      ['connection', 'remove', 'nope'],
      'There is no connection nope. List them with: connection list EMAIL',
    ],
    [
      'an unknown account',
      ['connection', 'list', 'nobody@example.com'],
      'There is no account nobody@example.com.',
    ],
  ])('%s', async (_what, words, message) => {
    const thrown = await service.command(...words).catch((error: unknown) => error);
    expect(String(thrown)).toContain(message);
    expect(String(thrown).split('\n')).toHaveLength(1);
  });

  it('a connection of another platform or account cannot be renewed or used', async () => {
    const id = await connect(service, 'airtable', '--token', personalToken());
    await service.command('account', 'create', 'other@example.com', '--plan', 'lite');
    const renew = (email: string, platform: string) =>
      service.command('connection', 'add', email, '--platform', platform, '--token', 't', '--reconnect', id);
    await expect(renew(platformOwner, 'google')).rejects.toThrow(
      `The connection ${id} is not one of this account to Google.`,
    );
    await expect(renew('other@example.com', 'airtable')).rejects.toThrow(
      `The connection ${id} is not one of this account to Airtable.`,
    );
    const create = service.command(
      'endpoint',
      'create',
      'other@example.com',
      '--connection',
      id,
      ...smallAirtable(platforms.airtable).words,
    );
    await expect(create).rejects.toThrow(`The connection ${id} is not one of this account.`);
  });

  it('a base, table, view or field that is not there is named with what there is', async () => {
    const id = await connect(service, 'airtable', '--token', personalToken());
    const { base, table } = smallAirtable(platforms.airtable);
    const create = (...words: readonly string[]) => createEndpoint(service, id, ...words);
    await expect(create('--base', 'appNone00000000', '--table', table)).rejects.toThrow(
      /^--base .*There is: /,
    );
    await expect(create('--base', base)).rejects.toThrow('--table is missing. There is: "Small table".');
    await expect(create('--base', base, '--table', 'None')).rejects.toThrow(/^--table names no table/);
    await expect(create('--base', base, '--table', table, '--view', 'None')).rejects.toThrow(/^--view /);
    await expect(create('--base', base, '--table', table, '--fields', 'Nome')).rejects.toThrow(
      /^--fields .*"Nome"/,
    );
    await expect(create('--base', base, '--table', table, '--type', 'pdf')).rejects.toThrow(
      /^--type must be one of /,
    );
    await expect(createEndpoint(service, '', '--base', base)).rejects.toThrow('There is no connection ');
  });

  it('OAuth without a client of the operator names the setting', async () => {
    await using bare = await startTestService({
      from: service,
      environment: { AIRTABLE_CLIENT_ID: '' },
    });
    await expect(
      bare.command('connection', 'authorize', platformOwner, '--platform', 'airtable'),
    ).rejects.toThrow('Airtable is connected by OAuth only where the operator has set AIRTABLE_CLIENT_ID.');
  });
});
