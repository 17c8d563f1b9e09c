/** Everything from outside is hostile: paths, queries, raw requests. No answer is ever a 5xx. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { fuzzed } from '../support/fuzzed.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let id: string;

beforeAll(async () => {
  service = await startTestService();
  id = await service.publish('id,name\n1,Ann\n2,"<b>Bo</b>"\n');
});
afterAll(() => service[Symbol.asyncDispose]());

/** One request as bytes; what comes back until the server closes. */
async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}

const oddIds = [
  '../etc/passwd',
  '..%2f..%2fetc',
  '%2e%2e',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(10_000),
  'ü'.repeat(22),
  '%00',
  'a b',
  '0'.repeat(22),
  'favicon.ico',
  '%F0%9F%98%80',
];

describe('ids', () => {
  it.each(oddIds)('answers 404 Object not found for %s', async (odd) => {
    const answer = await service.get(encodeURI(odd));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'Object not found' });
  });

  it.each(oddIds)('answers 404 URL not found in database. for proxy %s', async (odd) => {
    const path = `/proxy/${encodeURI(odd)}`;
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"URL not found in database."');
  });

  it('answers 1,000 random paths without a 5xx', async () => {
    const segment = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((value) => encodeURIComponent(value.toWellFormed()));
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const answer = await service.get(segments.join('/'));
        await answer.arrayBuffer();
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: fuzzed(1_000) },
    );
  });
});

describe('queries', () => {
  const names = [
    'type',
    'sql',
    'nest_json',
    'filename_timestamp',
    'extract_json_property',
    'all_fields',
    'email_me',
    'sql[]',
    'type[0]',
    '__proto__',
    'constructor',
    '',
  ];
  const value = fc.oneof(
    fc.constantFrom(
      'true',
      'false',
      'json_records',
      'start',
      '%zz',
      '%',
      '[]',
      '{}',
      ...Object.keys(allFormats),
    ),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );

  it('answers 1,000 random queries with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }),
        async (pairs) => {
          const answer = await raw(
            `GET /${id}?${pairs.map(([name, given]) => `${name}=${given}`).join('&')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          );
          expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
        },
      ),
      { numRuns: fuzzed(1_000) },
    );
  });

  it.each(['__proto__', 'constructor', '"', '\\', 'a'.repeat(10_000), '\u2028', '</script>'])(
    'nests under exactly the key %s',
    async (key) => {
      const answer = await service.get(`${id}?type=json_values&nest_json=${encodeURIComponent(key)}`);
      const body: unknown = JSON.parse(await answer.text());
      expect(Object.entries(body as object)).toEqual([
        [
          key,
          [
            [1, 'Ann'],
            [2, '<b>Bo</b>'],
          ],
        ],
      ]);
    },
  );
});

describe('raw requests', () => {
  const requests: Record<string, string> = {
    'a header block over 16 KiB': `GET /${'x'.repeat(22)} HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    'both Content-Length and Transfer-Encoding':
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'a bare line feed in a header': 'GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n',
    'an unfinished escape in the path': 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'no HTTP at all': 'hello\r\n\r\n',
  };

  it.each(Object.entries(requests))('refuses %s with one 4xx and closes', async (_title, request) => {
    const answer = await raw(request);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('methods', () => {
  const paths = (): string[] => ['', id, `files/${id}`, `proxy/${id}`];

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused and writes nothing', async (method) => {
    for (const path of paths().slice(1)) {
      const answer = await fetch(`${service.url}/${path}`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect(
      await service.database.db.selectFrom('credit_entries').selectAll().where('kind', '=', 'hit').execute(),
    ).toEqual([]);
  });
});

describe('answers', () => {
  it.each([
    ...Object.keys(allFormats).map((type) => `?type=${type}`),
    '?type=nonsense',
    '?sql=SELECT+nope',
    '?show_wait_page=true',
  ])('%s carries a sandbox and safe headers', async (query) => {
    const answer = await service.get(`${id}${query}`);
    await answer.arrayBuffer();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/\bsandbox\b/);
    expect(policy).not.toContain('allow-same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});
