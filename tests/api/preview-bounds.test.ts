/** What is free is a sample: cells cut, little in all, and a bound on its time, in every form in which rows are answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';

const maxBytes = 256_000;
const rows = 20_000;
const everything = "SELECT group_concat(code, '') AS all_codes, group_concat(code, '') FROM service_table";
const wide = { columns: 1_000, name: 990 };
/** No statement here is too slow, however busy the machine is. */
const patient = { SQL_TIME_LIMIT_MS: '60000' };

/** The longest run of codes in a text is what one cell gives away. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/[A-F]+/g) ?? []).map(({ length }) => length));
}

describe('a sample', () => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ environment: { ...patient, PREVIEW_SECONDS: '600' } });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const codes = Array.from({ length: rows }, (_, at) => `${at},ABCDEF`).join('\n');
    id = await service.publish(`n,code\n${codes}\n`, '--owner', 'ann@example.com');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const preview = (parameters: Record<string, string>, of = id): Promise<Response> =>
    ann.call('POST', `/api/endpoints/${of}/preview`, { parameters });

  it.each(Object.keys(allFormats))(
    'of cells that hold the whole table shows their beginnings: %s',
    async (type) => {
      const text = await (await preview({ type, sql: everything })).text();
      expect(longestRun(text)).toBeLessThanOrEqual(1_000);
      expect(longestRun(text)).toBeGreaterThan(900);
      expect(JSON.parse(text)).toMatchObject({
        rows: { length: 1 },
        leftOut: { cells: 2, rows: 0, columns: 0 },
      });
    },
  );

  it('of the command line shows the beginnings, too', async () => {
    const answer = await service.command('endpoint', 'preview', id, '--param', `sql=${everything}`);
    expect(longestRun(String(answer['body']))).toBe(1_000);
    expect(answer).toMatchObject({ leftOut: { cells: 2, rows: 0, columns: 0 } });
    const short = await service.command('endpoint', 'preview', id);
    expect(Object.keys(short)).not.toContain('leftOut');
  });

  it.each(Object.keys(allFormats))('is small in all, whatever its characters become: %s', async (type) => {
    const cells = Array.from(
      { length: 100 },
      (_, at) => `replace(hex(zeroblob(500)), '0', '&"') AS "<${at}>"`,
    );
    const sql = `SELECT ${cells.join()} FROM service_table`;
    const text = await (await preview({ type, sql })).text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    const { body, rows: shown, leftOut, moreColumns } = JSON.parse(text);
    expect(body).not.toBe('');
    expect(shown.length + leftOut.rows).toBe(10);
    expect(shown[0].length + moreColumns).toBe(100);
    expect(leftOut.cells).toBeGreaterThan(0);
  });

  it('cuts no character in two, and lists as text', async () => {
    const odd = `SELECT 'x' || replace(hex(zeroblob(600)), '00', '😀') AS smile,
      json_array(hex(zeroblob(600))) AS list FROM service_table LIMIT 1`;
    const [row] = Object(await (await preview({ sql: odd, type: 'json_records' })).json()).rows;
    expect(row).toEqual([`x${'😀'.repeat(499)}…`, `["${'0'.repeat(998)}…`]);
  });

  it('of many columns with long names names the first, for strangers as well, and says how many more', async () => {
    const names = Array.from({ length: wide.columns }, (_, at) => `${at}-`.padEnd(wide.name, '"'));
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
    const of = await service.publish(`${quoted.join()}\n${quoted.join()}\n`, '--owner', 'ann@example.com');
    await service.command('endpoint', 'set', of, '--public', 'true');
    const answers = [
      await preview({}, of),
      await preview({ type: 'xml' }, of),
      await sessionless(service).call('GET', `/api/public/${of}/sample`),
    ];
    for (const answer of answers) {
      const text = await answer.text();
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      const { columns, moreColumns, leftOut } = JSON.parse(text);
      expect(columns.length).toBeGreaterThan(5);
      expect(columns.length + moreColumns).toBe(wide.columns);
      expect(leftOut.columns).toBeGreaterThan(0);
    }
  });

  it('of a file that is not published yet is as small', async () => {
    const long = `a,b\n${'ABCDEF'.repeat(50_000)},1\n`;
    const told = await (await ann.upload('/api/uploads?name=long.csv', long)).text();
    const { upload } = JSON.parse(told.trim().split('\n').at(-1) ?? '');
    const shown = await ann.call('POST', `/api/uploads/${upload}/preview`, { type: 'csv', fields: null });
    expect(longestRun(await shown.text())).toBe(1_000);
  });

  it('is not found in the reason of a refusal', async () => {
    const sql = "SELECT json_extract('{}', group_concat(code, '')) FROM service_table";
    const answer = await fetch(`${service.url}/${id}?sql=${encodeURIComponent(sql)}`);
    const told = await answer.text();
    expect([answer.status, told.includes('bad JSON path')]).toEqual([400, true]);
    expect(longestRun(told)).toBeLessThanOrEqual(60);
  });
});

describe('the time of previews', () => {
  /** Some tenths of a second. */
  const slow = (at: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT ${at} UNION ALL SELECT i + 1 FROM n LIMIT 3000000) SELECT count(*) FROM n`;

  it('is bounded for each account, says when it comes back, and leaves requests alone', async () => {
    await using service = await startTestService({ environment: { PREVIEW_SECONDS: '1', ...patient } });
    const ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const bob = await signedIn(service, 'bob@example.com', '--plan', 'lite');
    const publish = (email: string): Promise<string> => service.publish('n\n1\n', '--owner', email);
    const [ofAnn, ofBob] = [await publish('ann@example.com'), await publish('bob@example.com')];
    const preview = (session: Session, id: string, sql: string): Promise<Response> =>
      session.call('POST', `/api/endpoints/${id}/preview`, { parameters: { sql } });
    let answer = await preview(ann, ofAnn, slow(0));
    for (let at = 1; at < 100 && answer.status === 200; at++) answer = await preview(ann, ofAnn, slow(at));
    const wait = Number(answer.headers.get('retry-after'));
    expect([answer.status, wait > 0 && wait <= 600]).toEqual([429, true]);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining(`Try again in ${wait} second`),
      help: expect.stringContaining('/docs/errors/preview-time-used'),
    });
    expect((await preview(bob, ofBob, slow(0))).status).toBe(200);
    expect((await service.get(`${ofAnn}?sql=${encodeURIComponent(slow(0))}`)).status).toBe(200);
  });

  it('is not met by who types in the builder', async () => {
    await using service = await startTestService({ environment: patient });
    const ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const id = await service.publish('n\n1\n', '--owner', 'ann@example.com');
    const statuses = new Set<number>();
    for (let at = 0; at < 40; at++) {
      const parameters = { sql: `SELECT n + ${at} FROM service_table` };
      statuses.add((await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters })).status);
    }
    expect([...statuses]).toEqual([200]);
  });

  it('is counted of statements that were left, too', async () => {
    await using service = await startTestService({ environment: { PREVIEW_SECONDS: '1', ...patient } });
    const ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const id = await service.publish('n\n1\n', '--owner', 'ann@example.com');
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const preview = (sql: string, signal?: AbortSignal): Promise<Response> =>
      ann.call('POST', `/api/endpoints/${id}/preview`, { parameters: { sql } }, {}, signal);
    await expect(preview(endless, AbortSignal.timeout(1_500))).rejects.toThrow('timeout');
    await expect.poll(async () => (await preview('SELECT 1 AS one')).status).toBe(429);
  });
});
