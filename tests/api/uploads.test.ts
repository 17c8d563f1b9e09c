/** A file from the browser: stored while it arrives, looked at, corrected, published (1.3). */
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
    expect(asText.result['columns']).toEqual([
      { name: 'name', type: 'string' },
      { name: 'price', type: 'string' },
    ]);
    const whole = await send(ann, 'name;price\nwidget;99,90\n', 'name=a.csv&delimiter=%7C');
    expect(whole.result['columns']).toEqual([{ name: 'name;price', type: 'string' }]);
    expect((await send(ann, 'a\n1\n', 'name=a.csv&delimiter=x')).status).toBe(400);
  });

  it('that is no table, or too large, is refused with the words of `publish`', async () => {
    const picture = await send(ann, '\x89PNG\r\n\x1a\n0000');
    expect(picture.result).toMatchObject({ error: 'Something that was entered is not valid.' });
    expect(picture.result['data']).toMatch(/PNG/);
    const large = await send(ann, `a\n${'x'.repeat(100)}\n`.repeat(15_000));
    expect(large.result['data']).toMatch(/1 MB/);
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
