/** Settings of one endpoint: token, fields of the source, spreadsheets, and what stops with it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

describe.each(engines)('settings on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;

  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    id = await service.publish('name,price\nwidget,10\n', '--owner', 'ann@example.com', '--fields', 'name');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const change = (body: unknown): Promise<Response> => ann.call('PATCH', `/api/endpoints/${id}`, body);
  const read = async (path = ''): Promise<unknown> =>
    (await ann.call('GET', `/api/endpoints/${id}${path}`)).json();

  it('make a strong token, which works, until another is made', async () => {
    const make = async () =>
      z
        .object({ token: z.string().min(40) })
        .parse(await (await ann.call('POST', `/api/endpoints/${id}/token`)).json()).token;
    const first = await make();
    const status = async (token: string) =>
      (await service.get(id, { authorization: `Bearer ${token}` })).status;
    expect((await service.get(id)).status).toBe(401);
    expect(await status(first)).toBe(200);
    const second = await make();
    expect([await status(first), await status(second)]).toEqual([401, 200]);
  });

  it('tell the fields that the source has, whatever is chosen', async () => {
    expect(await read('/fields')).toEqual({
      fields: [
        { name: 'name', type: 'string' },
        { name: 'price', type: 'integer' },
      ],
    });
    expect((await change({ fields: ['name', 'name'] })).status).toBe(400);
  });

  it('keep description and spreadsheets, by id or address', async () => {
    const address = 'https://docs.google.com/spreadsheets/d/1AbCdEfGh_-/edit#gid=0';
    await change({ description: ' Prices of today ', allowedSpreadsheets: [address, '2XyZabcdef'] });
    expect(await read()).toMatchObject({
      description: 'Prices of today',
      allowedSpreadsheets: ['1AbCdEfGh_-', '2XyZabcdef'],
      isPublic: false,
      state: 'working',
      problem: null,
      lastHitAt: null,
    });
    const wrong = await change({ allowedSpreadsheets: ['https://example.com/'] });
    expect(await wrong.json()).toMatchObject({ data: expect.stringMatching(/^allowedSpreadsheets: /) });
  });

  it('tell what stops when the endpoint is deleted', async () => {
    await service.command('proxy', 'create', id);
    const job = [
      '--endpoint',
      id,
      '--name',
      'Nightly',
      '--cadence',
      'daily',
      '--at',
      '03:00',
      '--zone',
      'UTC',
    ];
    await service.command('schedule', 'create', 'ann@example.com', ...job);
    expect(await read('/uses')).toEqual({ proxies: 1, schedules: 1, scheduleNames: ['Nightly'] });
  });
});
