/** Contract 4.6.1: parameters combine freely, in any order; and special characters. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const marks = ' =&\'*><+%#?;,"\\/é🜚';

describe('4.6 Parameters combine freely', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService();
    await service.command('account', 'create', owner, '--plan', 'custom', '--credits', '10000');
    const rows = [...marks].map((mark) => `x${mark}y`);
    const csv = [
      'mark,links,more',
      ...rows.map((row) => `"${row.replaceAll('"', '""')}","[{""id"":1}]",m`),
      '',
    ];
    id = await service.publish(csv.join('\n'), '--owner', owner, '--name', 'marks', '--fields', 'mark,links');
    await service.command('endpoint', 'set', id, '--allow', 'all_fields');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  it('in any order: all of them at once, in 40 orders', async () => {
    const pairs = [
      'type=json_split',
      'sql=SELECT+more,+links+FROM+service_table+LIMIT+1',
      'nest_json=answer',
      'filename_timestamp=start',
      'extract_json_property=id',
      'all_fields=true',
      'show_wait_page=false',
      'save_to_gdrive=false',
      'save_to_gsheets=false',
      'email_me=true',
    ];
    for (let turn = 0; turn < 40; turn++) {
      const order = pairs.toSorted((a, b) => hashOf(`${turn}${a}`) - hashOf(`${turn}${b}`));
      const { cost, answer } = await costOf(service, () => service.get(`${id}?${order.join('&')}`));
      expect(await answer.text(), order.join('&')).toBe(
        '{"answer":{"columns":["more","links"],"data":[["m","1"]]}}',
      );
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=\S+_marks\.json$/);
      expect(cost).toBe(1);
      // An endpoint gets one mail in five minutes.
      service.clock.ahead += 300_000;
    }
    const mails = await service.database.db.selectFrom('outbox').selectAll().execute();
    expect(mails).toHaveLength(40);
  });

  it.each([
    ['space `%20`', 'x%20y', 'x y'],
    ['space `+`', 'x+y', 'x y'],
    ['`=` `%3D`', 'x%3Dy', 'x=y'],
    ['`&` `%26`', 'x%26y', 'x&y'],
    ['quote `%27`', 'x%27%27y', "x'y"],
    ['`*` `%2A`', 'x%2Ay', 'x*y'],
    ['`>` `%3E`', 'x%3Ey', 'x>y'],
    ['`<` `%3C`', 'x%3Cy', 'x<y'],
    ['plus `%2B`', 'x%2By', 'x+y'],
    ['percent `%25`', 'x%25y', 'x%y'],
    ['number sign `%23`', 'x%23y', 'x#y'],
    ['UTF-8 `%F0%9F%9C%9A`', 'x%F0%9F%9C%9Ay', 'x🜚y'],
  ])('special characters are URL-encoded: %s', async (_what, written, value) => {
    const answer = await service.get(
      `${id}?type=json_values&sql=SELECT%20mark%20FROM%20service_table%20WHERE%20mark%3D%27${written}%27`,
    );
    expect(await answer.json()).toEqual([[value]]);
  });

  it('of a repeated parameter the last one counts', async () => {
    const first = 'SELECT+mark+FROM+service_table+LIMIT+1';
    const answer = await service.get(
      `${id}?type=xml&sql=SELECT+nope&type=json_values&sql=${first}&email_me=nonsense&email_me=false`,
    );
    expect(await answer.json()).toEqual([['x y']]);
    expect((await service.get(`${id}?type=json_values&type=nonsense`)).status).toBe(400);
  });

  it('unknown parameters are ignored: clients add cache busters', async () => {
    const plain = await (await service.get(id)).text();
    for (const query of [
      '_=1731',
      'utm_source=x&fbclid=y',
      'sql%5B%5D=DROP',
      '=x',
      '&&&',
      'a'.repeat(2_000),
    ]) {
      const { cost, answer } = await costOf(service, () => service.get(`${id}?${query}`));
      expect([await answer.text(), cost], query).toEqual([plain, 1]);
    }
  });

  it('names of the language are no parameters', async () => {
    const plain = await (await service.get(id)).text();
    for (const query of [
      '__proto__=x',
      'constructor=x',
      'toString=x',
      '__proto__%5Btype%5D=xml',
      'hasOwnProperty=1',
    ]) {
      expect(await (await service.get(`${id}?${query}`)).text(), query).toBe(plain);
    }
  });
});

/** A number that depends on nothing but the text, to shuffle by. */
function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
