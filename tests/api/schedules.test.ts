/** Schedules in the dashboard's interface: made, changed, run, paused, deleted, and refused with the field that is wrong. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startReceiver } from '../schedules/webhook-receiver.ts';
import { setClock } from '../support/clock.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const owner = 'ann@example.com';
const daily = { cadence: 'daily', at: '07:30', zone: 'Europe/Berlin', weekday: null, day: null };

const answerShape = z.object({
  id: z.string(),
  state: z.string(),
  nextRuns: z.array(z.string()),
});
const runsShape = z.object({
  runs: z.array(z.looseObject({ state: z.string(), reason: z.string().nullable() })),
  total: z.number(),
});

describe.each(engines)('schedules on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let endpoint: string;

  beforeEach(async () => {
    service = await startTestService({ engine, environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
    ann = await signedIn(service, owner, '--plan', 'lite');
    endpoint = await service.publish('name,price\nwidget,10\ngadget,20\n', '--owner', owner);
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const wanted = (changes: Record<string, unknown> = {}) => ({
    endpointId: endpoint,
    name: 'Morning',
    timing: daily,
    parameters: {},
    webhook: null,
    ...changes,
  });
  const made = async (changes: Record<string, unknown> = {}) =>
    answerShape.parse(await (await ann.call('POST', '/api/schedules', wanted(changes))).json());
  const shown = async (id: string) =>
    answerShape.loose().parse(await (await ann.call('GET', `/api/schedules/${id}`)).json());
  const runs = async (id: string, query = '') =>
    runsShape.parse(await (await ann.call('GET', `/api/schedules/${id}/runs?${query}`)).json());
  const ended = async (id: string) =>
    (await runs(id)).runs.filter(({ state }) => state === 'succeeded' || state === 'failed');

  it('run at once, once however often it is asked, and the receiver gets the export', async () => {
    await using receiver = await startReceiver();
    const { id } = await made({ webhook: `${receiver.url}/hook`, parameters: { type: 'json_values' } });
    const answers = await Promise.all([1, 2, 3].map(() => ann.call('POST', `/api/schedules/${id}/run`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(async () => (await ended(id)).length).toBe(1);
    expect(await runs(id)).toMatchObject({
      runs: [{ state: 'succeeded', rows: 2, bytes: 29, credits: 1, reason: null, help: null }],
      total: 1,
    });
    expect(receiver.got).toEqual([{ path: '/hook', body: '[["widget",10],["gadget",20]]' }]);
    const listed = await (await ann.call('GET', '/api/schedules')).json();
    expect(listed).toMatchObject({
      total: 1,
      schedules: [{ lastRun: { result: 'succeeded' }, isRunning: false }],
    });
  });

  it('that fail say why, with the page that explains it', async () => {
    const { id } = await made({ parameters: { sql: 'SELECT price FROM service_table' } });
    await service.publish('name,cost\nwidget,10\n', '--replace', endpoint);
    await ann.call('POST', `/api/schedules/${id}/run`);
    await expect.poll(async () => (await ended(id)).length).toBe(1);
    const [run] = (await runs(id)).runs;
    expect(run).toMatchObject({
      state: 'failed',
      reason: 'Could not validate sql. no such column: price',
      details: null,
      repair: null,
      help: `${service.url.replace('127.0.0.1', 'localhost')}/docs/errors/sql-invalid`,
      credits: 0,
    });
  });

  it('tell their next three runs across a clock change, stored or not', async () => {
    setClock(service, '2027-03-26T12:00:00Z');
    const night = { ...daily, at: '02:30' };
    const expected = ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z'];
    const planned = await ann.call('POST', '/api/schedules/next-runs', night);
    expect(await planned.json()).toEqual({ runs: expected });
    expect((await made({ timing: night })).nextRuns).toEqual(expected);
  });

  it('are changed all at once or not at all, with the next run computed anew', async () => {
    setClock(service, '2026-11-20T12:00:00Z');
    const { id } = await made();
    const change = (body: unknown) => ann.call('PATCH', `/api/schedules/${id}`, body);
    const wrong = await change({ name: 'Other', timing: { ...daily, at: '25:00' } });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { data: expect.stringMatching(/^at: The time must be HH:MM/) },
    ]);
    expect(await shown(id)).toMatchObject({ name: 'Morning', timing: daily });
    const renamed = await change({ name: 'Other' });
    expect(await renamed.json()).toMatchObject({
      name: 'Other',
      nextRuns: expect.arrayContaining(['2026-11-21T06:30:00.000Z']),
    });
    const weekly = { ...daily, cadence: 'weekly', weekday: 'monday' };
    expect(await (await change({ timing: weekly })).json()).toMatchObject({
      timing: weekly,
      nextRuns: ['2026-11-23T06:30:00.000Z', '2026-11-30T06:30:00.000Z', '2026-12-07T06:30:00.000Z'],
    });
    await ann.call('POST', `/api/schedules/${id}/pause`);
    expect(await (await change({ timing: daily })).json()).toMatchObject({ state: 'paused', nextRuns: [] });
  });

  it('are paused, resumed and deleted with their history', async () => {
    const { id, nextRuns } = await made();
    const paused = await (await ann.call('POST', `/api/schedules/${id}/pause`)).json();
    expect(paused).toMatchObject({ state: 'paused', nextRuns: [] });
    expect(await (await ann.call('POST', `/api/schedules/${id}/resume`)).json()).toMatchObject({
      state: 'active',
      nextRuns,
    });
    expect((await ann.call('DELETE', `/api/schedules/${id}`)).status).toBe(200);
    expect((await ann.call('GET', `/api/schedules/${id}`)).status).toBe(404);
    expect(await (await ann.call('GET', '/api/schedules')).json()).toMatchObject({ schedules: [], total: 0 });
  });

  it('are refused with the field that is wrong', async () => {
    const refused = async (changes: Record<string, unknown>) => {
      const answer = await ann.call('POST', '/api/schedules', wanted(changes));
      expect(answer.status).toBe(400);
      return z.object({ data: z.string() }).parse(await answer.json()).data;
    };
    expect(await refused({ name: ' ' })).toMatch(/^name: The name of a job/);
    expect(await refused({ endpointId: '0'.repeat(22) })).toBe('endpointId: Choose one of your endpoints.');
    expect(await refused({ timing: { ...daily, zone: 'Mars/Base' } })).toMatch(/^zone: The time zone/);
    expect(await refused({ parameters: { typ: 'csv' } })).toMatch(/^parameters: There is no parameter typ/);
    expect(await refused({ parameters: { type: 'exe' } })).toMatch(/^parameters: Parameter 'type' must be/);
    expect(await refused({ webhook: 'ftp://example.com' })).toMatch(/^webhook: The URL of the webhook/);
    const sheet = { save_to_gsheets: 'true', sheet: 'A', spreadsheet: 'https://example.com' };
    expect(await refused({ parameters: sheet })).toMatch(/^parameters: The spreadsheet is neither/);
    expect(await refused({ parameters: { sql: 'SELECT prce FROM service_table' } })).toMatch(
      /^parameters: This query doesn't work: no such column: prce\. Did you mean price\?/,
    );
    expect(await refused({ view: '0'.repeat(64) })).toBe('view: Choose one of the views of this endpoint.');
  });

  it('keep a question that broke later while something else is changed', async () => {
    const { id } = await made({ parameters: { sql: 'SELECT price FROM service_table' } });
    await service.publish('name,cost\nwidget,10\n', '--replace', endpoint);
    const renamed = await ann.call('PATCH', `/api/schedules/${id}`, { name: 'Evening' });
    expect([renamed.status, await renamed.json()]).toMatchObject([200, { name: 'Evening' }]);
  });

  it('export a view: what is fixed on it, also after it was changed and renewed', async () => {
    await using receiver = await startReceiver();
    const view = async (body: unknown) =>
      z
        .object({ id: z.string() })
        .parse(await (await ann.call('POST', `/api/endpoints/${endpoint}/proxies`, body)).json()).id;
    const sql = 'SELECT name FROM service_table WHERE price > 15';
    const first = await view({ name: 'Dear', parameters: { type: 'json_values', sql } });
    const { id } = await made({ webhook: `${receiver.url}/hook`, parameters: { type: 'csv' }, view: first });
    expect(await shown(id)).toMatchObject({ view: { id: first, name: 'Dear', isGone: false } });
    const parameters = { type: 'json_values', sql: sql.replace('>', '<') };
    await ann.call('PATCH', `/api/proxies/${first}`, { revision: 0, parameters });
    const renewed = z
      .object({ id: z.string() })
      .parse(await (await ann.call('POST', `/api/proxies/${first}/renew`)).json());
    expect(await shown(id)).toMatchObject({ view: { id: renewed.id, name: 'Dear' } });
    await ann.call('POST', `/api/schedules/${id}/run`);
    await expect.poll(() => receiver.got.length).toBe(1);
    expect(receiver.got).toEqual([{ path: '/hook', body: '[["widget"]]' }]);
    const kept = await ann.call('DELETE', `/api/proxies/${renewed.id}`);
    expect([kept.status, await kept.json()]).toMatchObject([
      409,
      { data: expect.stringMatching(/^A schedule exports this view: Morning\./) },
    ]);
    await ann.call('PATCH', `/api/schedules/${id}`, { view: null });
    expect((await ann.call('DELETE', `/api/proxies/${renewed.id}`)).status).toBe(200);
  });

  it('need a paid plan, and say so before anything is written', async () => {
    const bo = await signedIn(service, 'bo@example.com');
    const own = await service.publish('a\n1\n', '--owner', 'bo@example.com');
    const refusal =
      'Scheduled jobs need a paid plan. bo@example.com has the Free Trial: choose a plan first.';
    expect(await (await bo.call('GET', '/api/schedules/choices')).json()).toMatchObject({
      planRefusal: refusal,
    });
    const answer = await bo.call('POST', '/api/schedules', wanted({ endpointId: own }));
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: expect.stringMatching(/^Not enough credits\. Login at .* to purchase\.$/), data: refusal },
    ]);
  });

  it('sign what they post with a secret that can be renewed', async () => {
    const secretOf = async (path: string) =>
      z.object({ secret: z.string() }).parse(await (await ann.call('POST', path)).json()).secret;
    const first = await secretOf('/api/webhook-secret');
    expect(await secretOf('/api/webhook-secret')).toBe(first);
    const renewed = await secretOf('/api/webhook-secret/renew');
    expect(renewed).not.toBe(first);
    expect(await service.command('account', 'webhook-secret', owner)).toEqual({ secret: renewed });
    const again = await service.command('account', 'webhook-secret', owner, '--renew');
    expect(await secretOf('/api/webhook-secret')).toBe(again['secret']);
  });
});
