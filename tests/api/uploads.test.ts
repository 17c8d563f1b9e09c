/** A file from the browser: stored while it arrives, looked at, corrected, published (contract 1.3). */
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const line = z.record(z.string(), z.unknown());

describe.each(engines)('uploads on %s', (engine) => {
  let service: TestService;
  let ann: Session;

  beforeEach(async () => {
    service = await startTestService({ engine, environment: { MAX_UPLOAD_MB: '1' } });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  /** The lines of the answer, the last of which is the result. */
  async function send(session: Session, content: string, query = 'name=prices.csv') {
    const answer = await session.upload(`/api/uploads?${query}`, content);
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((text) => line.parse(JSON.parse(text)));
    return { status: answer.status, lines, result: lines.at(-1) ?? {} };
  }

  const publish = (session: Session, upload: unknown) =>
    session.call('POST', '/api/endpoints', { upload, name: 'Prices', type: 'json_records', fields: null });

  it('says what it understood, and nothing is published before that', async () => {
    const { lines, result } = await send(ann, 'name;price\nwidget;99,90\n');
    expect(lines.slice(0, -1).at(-1)).toEqual({ read: 24 });
    expect(result).toMatchObject({
      rows: 1,
      delimiter: 'semicolon',
      encoding: 'utf-8',
      decimal: 'comma',
      columns: [
        { name: 'name', type: 'string' },
        { name: 'price', type: 'number', decimal: 'comma' },
      ],
    });
    expect(await (await ann.call('GET', '/api/endpoints')).json()).toMatchObject({ total: 0 });
    const answer = await publish(ann, result['upload']);
    const { id } = z.object({ id: z.string() }).parse(await answer.json());
    expect(await (await service.get(id)).json()).toEqual([{ name: 'widget', price: 99.9 }]);
    expect((await publish(ann, result['upload'])).status).toBe(400);
  });

  it('is read otherwise when the owner says so', async () => {
    const asText = await send(ann, 'name;price\nwidget;99,90\n', 'name=a.csv&decimal=point');
    expect(asText.result['columns']).toMatchObject([
      { name: 'name', type: 'string' },
      { name: 'price', type: 'string' },
    ]);
    const whole = await send(ann, 'name;price\nwidget;99,90\n', 'name=a.csv&delimiter=%7C');
    expect(whole.result['columns']).toMatchObject([{ name: 'name;price', type: 'string' }]);
    expect((await send(ann, 'a\n1\n', 'name=a.csv&delimiter=x')).status).toBe(400);
  });

  it('that is no table, or too large, is refused with the words of `publish`', async () => {
    const picture = await send(ann, '\x89PNG\r\n\x1a\n0000');
    expect(picture.result).toMatchObject({ error: 'Check the highlighted field.' });
    expect(picture.result['data']).toMatch(/PNG/);
    const large = await send(ann, `a\n${'x'.repeat(100)}\n`.repeat(15_000));
    expect(large.result['data']).toMatch(/1 MB/);
  });

  it('that is no table is refused also while the rest of it is still on its way', async () => {
    const { result } = await send(ann, `\x89PNG\r\n\x1a\n${'0'.repeat(900_000)}`);
    expect(result['data']).toMatch(/PNG/);
  });

  it('is refused with words also when nobody has said how long it is', async () => {
    const { body, isWhole } = await sendUntilRefused({ 'transfer-encoding': 'chunked' }, 3_900_000);
    expect(body).toMatch(/PNG/);
    expect(isWhole).toBe(true);
  });

  it.each([{ 'content-length': '5000000000' }, { 'transfer-encoding': 'chunked' }])(
    'that will not end soon is not read to its end to be refused: %o',
    async (headers) => {
      const { sent } = await sendUntilRefused(headers, 5_000_000_000);
      expect(sent).toBeLessThan(100_000_000);
    },
  );

  async function sendUntilRefused(headers: Record<string, string>, bytes: number) {
    const { cookie } = ann;
    const sending = request(`${service.url}/api/uploads?name=a.csv`, {
      method: 'POST',
      headers: { origin: service.url, cookie, ...headers },
    });
    let body = '';
    let isWhole = false;
    sending.on('response', (answer) => {
      answer.on('data', (piece) => {
        body += String(piece);
      });
      answer.on('end', () => {
        isWhole = answer.complete;
      });
    });
    const ended = new Promise((resolve) => sending.on('error', resolve).on('close', resolve));
    let sent = 0;
    const sendOn = (): void => {
      if (sent >= bytes) return void sending.end();
      sending.write('0'.repeat(100_000), (error) => {
        if (error) return;
        sent += 100_000;
        sendOn();
      });
    };
    sending.write('\x89PNG\r\n\x1a\n', 'latin1');
    sendOn();
    await ended;
    return { sent, body, isWhole };
  }

  it('has columns that stay text: in every format, in SQL, and in the file that replaces it', async () => {
    const first = await send(ann, 'code;price\n0123;1,5\n9876;2,5\n', 'name=a.csv&delimiter=%3B');
    expect(first.result['columns']).toMatchObject([
      { name: 'code', type: 'string' },
      { name: 'price', type: 'number', decimal: 'comma' },
    ]);
    const second = await send(ann, 'code;price\n123;1,5\n9876;2,5\n');
    expect(second.result['columns']).toMatchObject([{ type: 'integer' }, { type: 'number' }]);
    const correct = (upload: unknown, body: unknown) =>
      ann.call('POST', `/api/uploads/${upload}/corrections`, body);
    const answer = await correct(second.result['upload'], {
      decimal: null,
      columns: [{ column: 'code', type: 'string' }],
    });
    const corrected = line.parse(await answer.json());
    expect(corrected).toMatchObject({
      fileName: 'prices.csv',
      delimiter: 'semicolon',
      columns: [{ type: 'string' }, { type: 'number', decimal: 'comma' }],
      overrides: { decimal: null, columns: [{ column: 'code', type: 'string' }] },
    });
    expect((await ann.call('GET', `/api/uploads/${second.result['upload']}`)).status).toBe(404);
    expect(await (await ann.call('GET', `/api/uploads/${corrected['upload']}`)).json()).toEqual(corrected);
    const { id } = z.object({ id: z.string() }).parse(await (await publish(ann, corrected['upload'])).json());
    const rows = [
      { code: '123', price: 1.5 },
      { code: '9876', price: 2.5 },
    ];
    expect(await (await service.get(id)).json()).toEqual(rows);
    const sql = encodeURIComponent("SELECT typeof(code) AS t FROM service_table WHERE code = '123'");
    expect(await (await service.get(`${id}?sql=${sql}`)).json()).toEqual([{ t: 'text' }]);
    const next = await send(ann, 'code,price\n77,3\n', `name=b.csv&replaces=${id}`);
    expect(next.result['overrides']).toMatchObject({ columns: [{ column: 'code', type: 'string' }] });
    await ann.call('PUT', `/api/endpoints/${id}/file`, { upload: next.result['upload'] });
    expect(await (await service.get(id)).json()).toEqual([{ code: '77', price: 3 }]);
    const textAnyway = await send(ann, 'code,price\n007,3\n');
    await ann.call('PUT', `/api/endpoints/${id}/file`, { upload: textAnyway.result['upload'] });
    const other = await send(ann, 'code,price\n78,3\n');
    await ann.call('PUT', `/api/endpoints/${id}/file`, { upload: other.result['upload'] });
    expect(await (await service.get(id)).json()).toEqual([{ code: '78', price: 3 }]);
    const third = join(service.folder, 'third.csv');
    await writeFile(third, 'code,price\n88,4\n');
    await service.command('publish', third, '--replace', id);
    expect(await (await service.get(id)).json()).toEqual([{ code: '88', price: 4 }]);
  });

  it('is corrected back, and a wrong correction changes nothing', async () => {
    const { result } = await send(ann, 'a,b\n"1,5",2\n');
    const correct = async (upload: unknown, body: unknown) =>
      line.parse(await (await ann.call('POST', `/api/uploads/${upload}/corrections`, body)).json());
    expect(
      await correct(result['upload'], { decimal: null, columns: [{ column: 'nothing' }] }),
    ).toMatchObject({
      data: 'The file has no column "nothing". It has "a", "b".',
    });
    const comma = await correct(result['upload'], {
      decimal: 'comma',
      columns: [{ column: 'b', type: 'string' }],
    });
    expect(comma['columns']).toMatchObject([
      { name: 'a', type: 'number', decimal: 'comma' },
      { name: 'b', type: 'string' },
    ]);
    const back = await correct(comma['upload'], { decimal: null, columns: [] });
    expect(back['columns']).toMatchObject([
      { name: 'a', type: 'string' },
      { name: 'b', type: 'integer' },
    ]);
    const eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
    const preview = (session: Session) =>
      session.call('POST', `/api/uploads/${back['upload']}/preview`, { type: 'json_values', fields: ['b'] });
    expect(await (await preview(ann)).json()).toMatchObject({ body: '[[2]]', filename: 'prices.json' });
    expect((await preview(eve)).status).toBe(404);
  });

  it('is kept with at most four others, and can be thrown away', async () => {
    const made: unknown[] = [];
    for (let count = 0; count < 7; count++) {
      service.clock.ahead += 1_000;
      made.push((await send(ann, 'a\n1\n')).result['upload']);
    }
    const statuses = await Promise.all(
      made.map(async (upload) => (await ann.call('GET', `/api/uploads/${upload}`)).status),
    );
    expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200]);
    expect(await stored()).toHaveLength(5);
    const last = made.at(-1);
    expect((await ann.call('DELETE', `/api/uploads/${last}`)).status).toBe(200);
    expect((await ann.call('DELETE', `/api/uploads/${last}`)).status).toBe(404);
    expect(await stored()).toHaveLength(4);
  });

  const stored = async (): Promise<string[]> => readdir(join(service.folder, 'uploads'));

  it('leaves nothing when its sender goes away, and only three arrive at once', async () => {
    const { cookie } = ann;
    const open = () =>
      request(`${service.url}/api/uploads?name=a.csv`, {
        method: 'POST',
        headers: { origin: service.url, cookie, 'content-length': '1000000' },
      });
    const sending = [open(), open(), open()];
    for (const each of sending) each.on('error', () => {}).write('a,b\n1,2\n');
    await expect.poll(async () => (await stored()).length).toBe(3);
    expect((await send(ann, 'a\n1\n')).result['data']).toMatch(/arriving already/);
    for (const each of sending) each.destroy();
    await expect.poll(stored).toEqual([]);
    expect(await service.database.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    expect((await send(ann, 'a\n1\n')).result['rows']).toBe(1);
  });

  it('is of nobody else, and stays for a while', async () => {
    const eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
    const { result } = await send(ann, 'a\n1\n');
    expect((await publish(eve, result['upload'])).status).toBe(400);
    service.clock.ahead += 30 * 60 * 1_000;
    expect((await publish(ann, result['upload'])).status).toBe(200);
  });

  it('takes the place of an earlier file, and says which fields are lost', async () => {
    const first = await send(ann, 'a,b\n1,2\n');
    const { id } = z
      .object({ id: z.string() })
      .parse(await (await publish(ann, first.result['upload'])).json());
    await ann.call('PATCH', `/api/endpoints/${id}`, { fields: ['b'] });
    const second = await send(ann, 'a,c\n3,4\n');
    const replaced = await ann.call('PUT', `/api/endpoints/${id}/file`, { upload: second.result['upload'] });
    expect(await replaced.json()).toEqual({ lostFields: ['b'] });
    expect((await service.get(id)).status).toBe(409);
    await ann.call('PATCH', `/api/endpoints/${id}`, { fields: null });
    expect(await (await service.get(id)).json()).toEqual([{ a: 3, c: 4 }]);
  });

  it('needs a session and the own origin', async () => {
    const foreign = await ann.upload('/api/uploads?name=a.csv', 'a\n1\n', { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const nobody = await ann.upload('/api/uploads?name=a.csv', 'a\n1\n', { cookie: '' });
    expect(nobody.status).toBe(401);
  });
});
