/** A search finds a text whatever the case of its letters and however they are composed, on both bothEngines. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

describe.each(bothEngines)('searches on %s', (engine) => {
  let service: TestService;
  let ann: Session;

  beforeEach(async () => {
    const environment = { SIGN_UP: 'invite', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' };
    service = await startTestService({ engine, environment });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite', '--admin');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const found = async (path: string, search: string, list: string, text: string): Promise<unknown[]> => {
    const answer = await ann.call('GET', `${path}?search=${encodeURIComponent(search)}`);
    const rows = z.array(z.record(z.string(), z.unknown()));
    const whole = z.record(z.string(), z.unknown()).parse(await answer.json());
    return rows
      .parse(whole[list])
      .map((row) => row[text])
      .sort();
  };

  it('endpoints by their names, old and new', async () => {
    const names = ['Ärzte', 'Straße 7', 'ΟΔΟΣ', '100%', '100 percent', 'a_b', 'acb'];
    for (const name of names) await service.publish('a\n1\n', '--owner', 'ann@example.com', '--name', name);
    const endpoints = (search: string) => found('/api/endpoints', search, 'endpoints', 'name');
    for (const search of ['ärzte', 'ÄRZTE', 'Ärzte', 'a\u0308rz', ' A\u0308RZTE ']) {
      expect(await endpoints(search), search).toEqual(['Ärzte']);
    }
    expect(await endpoints('strasse')).toEqual(['Straße 7']);
    expect(await endpoints('οδοσ')).toEqual(['ΟΔΟΣ']);
    expect(await endpoints('0%')).toEqual(['100%']);
    expect(await endpoints('A_B')).toEqual(['a_b']);
    expect(await endpoints('\\')).toEqual([]);
    const { endpoints: listed } = z
      .object({ endpoints: z.array(z.object({ id: z.string(), name: z.string() })) })
      .parse(await (await ann.call('GET', '/api/endpoints?search=acb')).json());
    await ann.call('PATCH', `/api/endpoints/${listed[0]?.id}`, { name: 'E\u0301cole' });
    expect(await endpoints('école')).toEqual(['E\u0301cole']);
    expect(await endpoints('acb')).toEqual([]);
  });

  it('accounts by their addresses, and mails by their recipients', async () => {
    const address = 'ärzte@example.com';
    expect((await ann.call('POST', '/api/administrator/invitations', { email: address })).status).toBe(200);
    await service.command('account', 'create', address, '--plan', 'lite');
    for (const search of ['ärzte', 'ÄRZTE@', 'a\u0308rzte']) {
      const accounts = await found('/api/administrator/accounts', search, 'accounts', 'email');
      expect(accounts, search).toEqual([address]);
      const mails = await found('/api/administrator/mails', search, 'mails', 'recipient');
      expect(mails, search).toEqual([address]);
    }
  });
});
