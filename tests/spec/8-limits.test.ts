/** Contract 8: the limits that the service itself keeps, on both engines. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { balanceOf, type Cast, costOf, createCast, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { linkedRecords } from '../support/linked-records.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const rowsOf = (count: number): string =>
  `n\n${Array.from({ length: count }, (_, row) => `${row}\n`).join('')}`;

describe.each(engines)('8 Limits on %s', (engine) => {
  let service: TestService;
  let cast: Cast;
  let many: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    cast = await createCast(service);
    many = await service.publish(rowsOf(20_000), '--owner', cast.paid.email);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  describe('Cost per full (non-sample) successful hit: 1 credit', () => {
    it.each([0, 1, 10_000])('regardless of row count: %i rows', async (count) => {
      const id = await service.publish(rowsOf(count), '--owner', cast.paid.email);
      const { cost, answer } = await costOf(service, () => service.get(id));
      expect([await answer.text(), cost]).toEqual([rowsOf(count), 1]);
    });

    it.each(Object.keys(allFormats))('regardless of format: %s', async (type) => {
      const { cost, answer } = await costOf(service, () => service.get(`${cast.paid.endpoint}?type=${type}`));
      await answer.arrayBuffer();
      expect([answer.status, cost]).toEqual([200, 1]);
    });

    it('regardless of parameters', async () => {
      const id = await service.publish(linkedRecords, '--owner', cast.paid.email, '--fields', 'task');
      await service.command('endpoint', 'set', id, '--allow', 'all_fields');
      const query =
        'all_fields=true&extract_json_property=id&sql=SELECT+*+FROM+service_table&type=json_index&nest_json=k&filename_timestamp=end&email_me=true';
      const { cost, answer } = await costOf(service, () => service.get(`${id}?${query}`));
      expect([answer.status, cost]).toEqual([200, 1]);
    });

    it('regardless of the route', async () => {
      const { id: proxy } = await service.command('proxy', 'create', cast.paid.endpoint);
      for (const path of [cast.paid.endpoint, `files/${cast.paid.endpoint}`, `proxy/${proxy}`]) {
        expect((await costOf(service, () => service.get(path))).cost).toBe(1);
      }
    });

    it('a large answer is charged once, when its first byte leaves', async () => {
      const { cost, answer } = await costOf(service, () => service.get(many));
      expect(cost).toBe(1);
      expect((await answer.text()).length).toBe(rowsOf(20_000).length);
    });

    it('a conditional or partial request is a full hit: nothing is cached', async () => {
      const headers = { 'if-none-match': '*', range: 'bytes=0-3', 'cache-control': 'only-if-cached' };
      const { cost, answer } = await costOf(service, () => service.get(cast.paid.endpoint, headers));
      expect([answer.status, cost]).toEqual([200, 1]);
    });
  });

  it('Sample (preview) size: up to 10 rows, no credit', async () => {
    const { cost, answer } = await costOf(service, () => service.command('endpoint', 'preview', many));
    expect([answer['body'], cost]).toEqual([rowsOf(10), 0]);
  });

  it('Free trial: 10 hits, one time, also when 30 come at once', async () => {
    const { email, endpoint } = await createOwner(service, 'burst@example.com');
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.get(endpoint)));
    const refused = answers.filter(({ status }) => status === 403);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused).toHaveLength(20);
    for (const answer of refused) {
      expect(await answer.json()).toMatchObject({ error: 'Your free trial has expired' });
    }
    expect(await balanceOf(service, email)).toBe(0);
  });

  it('Plan credits: the last one is used once, also when 30 come at once', async () => {
    const { endpoint } = await createOwner(service, 'last@example.com', '--plan', 'lite', '--credits', '1');
    const { cost, answer } = await costOf(service, () =>
      Promise.all(Array.from({ length: 30 }, () => service.get(`${endpoint}?email_me=true`))),
    );
    expect(answer.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 29 }, () => 403),
    ]);
    expect(cost).toBe(1);
    const mails = service.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', 'last@example.com')
      .orderBy('subject');
    expect(await mails.execute()).toEqual([
      { subject: expect.stringMatching(/^Export ran: /) },
      { subject: 'Your credits are used up' },
    ]);
  });

  it('Plan credits: the last one is used once, also when 60 come at once to two equal replicas', async () => {
    const { email, endpoint } = await createOwner(service, 'shared@example.com', '--plan', 'pro');
    await using replica = await startTestService({ from: service });
    for (let round = 0; round < 3; round++) {
      await service.command('account', 'set', email, '--credits', '1');
      const hits = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? service : replica).get(endpoint));
      const statuses = (await Promise.all(hits)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 403)).toHaveLength(59);
      expect(await balanceOf(service, email)).toBe(0);
    }
  });

  it("Service's own request rate limit: none", async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => service.get(cast.unlimited.endpoint)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const refusals = await Promise.all(Array.from({ length: 100 }, () => service.get('nothing')));
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([404]));
  });
});
