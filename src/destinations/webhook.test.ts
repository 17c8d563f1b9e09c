import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { SaveRequest, SaveTarget } from './destination.ts';
import type { ResolveName } from './public-address.ts';
import { webhook, webhookSignature, webhookWith } from './webhook.ts';

const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const quick = webhookWith({ pausesMs: [1, 1], timeLimitMs: 5_000 });

function saving(target: SaveTarget, body: string | Buffer = 'a,b\n1,2\n', more: Partial<SaveRequest> = {}) {
  const path = join(folder, `export-${Math.random()}`);
  writeFileSync(path, body);
  return {
    filename: 'Stock.csv',
    contentType: 'text/csv',
    file: { path, bytes: Buffer.byteLength(body) },
    table: { columns: [], batches: (async function* () {})() },
    target: { secret: 'whsec', ...target },
    call: () => Promise.reject(new Error('a webhook calls no platform')),
    signal: new AbortController().signal,
    ...more,
  } satisfies SaveRequest;
}

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A local receiver; `reply` responds once the body has been read. */
async function receiver(reply: (attempt: number, ...rest: Parameters<RequestListener>) => void) {
  const received: Received[] = [];
  let attempts = 0;
  const server = createServer(async (request, response) => {
    attempts += 1;
    const attempt = attempts;
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks) });
    reply(attempt, request, response);
  });
  const port = await listen(server);
  return {
    received,
    url: `http://127.0.0.1:${port}/hook?key=1`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const status = (code: number, headers: Record<string, string> = {}) =>
  receiver((_, __, response) => response.writeHead(code, headers).end('thanks'));

describe('the webhook', () => {
  it('posts the file with its headers and a valid signature', async () => {
    await using server = await status(204);
    await quick.save(saving({ url: server.url, allowPrivate: true }));
    const body = Buffer.from('a,b\n1,2\n');
    expect(server.received).toMatchObject([{ method: 'POST', url: '/hook?key=1', body }]);
    const headers = server.received[0]?.headers ?? {};
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '8',
      'content-disposition': 'attachment; filename=Stock.csv',
      'user-agent': 'Tablecast/0.1.0',
      'idempotency-key': expect.stringMatching(/^\w{22}$/),
    });
    const [, time = '', signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${headers['tablecast-signature']}`) ?? [];
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(5);
    expect(signature).toBe(createHmac('sha256', 'whsec').update(`${time}.`).update(body).digest('hex'));
  });

  it('signs with the HMAC of the time, a dot and the body', async () => {
    const { path } = saving({}).file;
    // printf '1700000000.a,b\n1,2\n' | openssl dgst -sha256 -hmac secret
    expect(await webhookSignature(path, 'secret', 1_700_000_000)).toBe(
      't=1700000000,v1=bf0cc7b1c0ebf5b46707543ce87bd0b0178fb3fe0a84dfea7d07fa91a21d8b28',
    );
  });

  it('gives every save its own idempotency key', async () => {
    await using server = await status(200);
    await quick.save(saving({ url: server.url, allowPrivate: true }));
    await quick.save(saving({ url: server.url, allowPrivate: true }));
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('sends an empty export', async () => {
    await using server = await status(200);
    await quick.save(saving({ url: server.url, allowPrivate: true }, ''));
    expect(server.received[0]).toMatchObject({ method: 'POST', headers: { 'content-length': '0' } });
  });

  it('streams 20 MB', async () => {
    await using server = await status(200);
    const body = Buffer.alloc(20_000_000, 'tablecast ');
    await quick.save(saving({ url: server.url, allowPrivate: true }, body));
    expect(server.received[0]?.body.equals(body)).toBe(true);
  });

  it('escapes filenames that could end the header', async () => {
    await using server = await status(200);
    const filename = 'Größe "x"\r\nX-Evil: 1\\(100%).csv';
    await quick.save(saving({ url: server.url, allowPrivate: true }, 'a\n', { filename }));
    expect(server.received[0]?.headers['x-evil']).toBeUndefined();
    expect(server.received[0]?.headers['content-disposition']).toBe(
      `attachment; filename="Gr__e _x___X-Evil: 1_(100%).csv"; filename*=UTF-8''` +
        'Gr%C3%B6%C3%9Fe%20%22x%22%0D%0AX-Evil%3A%201%5C%28100%25%29.csv',
    );
  });

  it('retries twice after 5xx, with the same key and signature', async () => {
    await using server = await receiver((attempt, _, response) =>
      response.writeHead(attempt < 3 ? 503 : 200).end(),
    );
    await quick.save(saving({ url: server.url, allowPrivate: true }));
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(server.received.map(({ headers }) => headers['tablecast-signature'])).size).toBe(1);
    expect(server.received.map(({ body }) => String(body))).toEqual(Array(3).fill('a,b\n1,2\n'));
  });

  it('retries after a connection reset', async () => {
    await using server = await receiver((attempt, request, response) => {
      if (attempt === 1) request.socket.destroy();
      else response.end();
    });
    await quick.save(saving({ url: server.url, allowPrivate: true }));
    expect(server.received).toHaveLength(2);
  });

  it('gives up after three attempts', async () => {
    await using server = await status(500);
    await expect(quick.save(saving({ url: server.url, allowPrivate: true }))).rejects.toMatchObject({
      key: 'saveFailed',
      message: 'Could not save to the webhook.',
      data: 'The webhook answered with status 500.',
    });
    expect(server.received).toHaveLength(3);
  });

  it('reports an unreachable host', async () => {
    const server = await status(200);
    await server[Symbol.asyncDispose]();
    await expect(quick.save(saving({ url: server.url, allowPrivate: true }))).rejects.toMatchObject({
      key: 'saveFailed',
      data: 'The webhook could not be reached.',
    });
  });

  it.each([
    [301, 'saveFailed', 'The webhook answered with status 301, a redirect. Redirects are not followed.'],
    [302, 'saveFailed', 'The webhook answered with status 302, a redirect. Redirects are not followed.'],
    [307, 'saveFailed', 'The webhook answered with status 307, a redirect. Redirects are not followed.'],
    [308, 'saveFailed', 'The webhook answered with status 308, a redirect. Redirects are not followed.'],
    [400, 'saveFailed', 'The webhook answered with status 400.'],
    [401, 'saveRefused', 'The webhook answered with status 401.'],
    [403, 'saveRefused', 'The webhook answered with status 403.'],
    [410, 'saveFailed', 'The webhook answered with status 410.'],
    [429, 'saveRateLimited', 'The webhook answered with status 429.'],
  ])('takes %i as final', async (code, key, data) => {
    await using other = await status(200);
    await using server = await status(code, { location: other.url, 'retry-after': '17' });
    const failure = quick.save(saving({ url: server.url, allowPrivate: true }));
    const retryAfterSeconds = code === 429 ? 17 : undefined;
    await expect(failure).rejects.toMatchObject({ key, data, retryAfterSeconds });
    expect([server.received.length, other.received.length]).toEqual([1, 0]);
  });

  it('does not wait longer than the time limit', async () => {
    await using server = await receiver(() => undefined);
    const impatient = webhookWith({ pausesMs: [], timeLimitMs: 150 });
    await expect(impatient.save(saving({ url: server.url, allowPrivate: true }))).rejects.toMatchObject({
      key: 'saveFailed',
      data: 'The webhook took too long to answer.',
      wasDelivered: true,
    });
  });

  it.each(['', 'a,b\n1,2\n'])('knows that nothing was sent to a host that is not there: %j', async (body) => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    const failure = quick.save(saving({ url: `http://127.0.0.1:${port}/`, allowPrivate: true }, body));
    await expect(failure).rejects.toMatchObject({ key: 'saveFailed', wasDelivered: false });
  });

  it('remembers that an earlier attempt was sent whole', async () => {
    await using server = await receiver((attempt, request, response) =>
      attempt === 1 ? response.writeHead(503).end() : request.socket.destroy(),
    );
    await expect(quick.save(saving({ url: server.url, allowPrivate: true }))).rejects.toMatchObject({
      data: 'The webhook did not answer.',
      wasDelivered: true,
    });
  });

  it('does not wait for the end of an endless response', async () => {
    await using server = await receiver((_, __, response) => {
      response.writeHead(200).write('begun');
    });
    const impatient = webhookWith({ pausesMs: [], timeLimitMs: 300 });
    await impatient.save(saving({ url: server.url, allowPrivate: true }));
    expect(server.received).toHaveLength(1);
  });

  it('does not treat a response as success that came before the whole body was read', async () => {
    const server = createServer((_, response) => response.end('enough'));
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const failure = quick.save(saving({ url, allowPrivate: true }, Buffer.alloc(50_000_000)));
    await expect(failure).rejects.toMatchObject({
      key: 'saveFailed',
      data: 'The webhook answered before it had read everything.',
      wasDelivered: false,
    });
    server.closeAllConnections();
    server.close();
  });

  it('stops when the signal is aborted', async () => {
    await using server = await receiver(() => undefined);
    const controller = new AbortController();
    const reason = new Error('the client has left');
    const failure = quick.save(
      saving({ url: server.url, allowPrivate: true }, 'a\n', { signal: controller.signal }),
    );
    await delay(50);
    controller.abort(reason);
    await expect(failure).rejects.toBe(reason);
  });

  it.each([
    undefined,
    '',
    'example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'http://',
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://example.com:0/',
    'http://example.com:99999/',
    'http://999.1.1.1/',
    'https://user:password@example.com/',
    'https://user@example.com/',
  ])('refuses %j, which is no address it could use', async (url) => {
    await expect(quick.save(saving({ url }))).rejects.toMatchObject({
      key: 'saveFailed',
      data: expect.stringMatching(/^The URL of the webhook (is not a full|must not hold)/),
    });
  });

  it('refuses to send without a signature', async () => {
    await expect(quick.save(saving({ url: 'https://example.com/', secret: '' }))).rejects.toMatchObject({
      data: 'The webhook has no secret to sign with.',
    });
  });
});

const privateHosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1'],
  ...['0x7f.0x0.0x0.0x1', '017700000001', '127.0.0.1.', '127.000.000.001', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①'],
  ...['0', '0.0.0.0', '0x0', '10.0.0.1', '10.1', '167772161', '012.1.2.3', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.1', '3232235777', '100.64.0.1', '100.100.100.200', '169.254.169.254'],
  ...['169.254.43518', '2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '0251.0376.0251.0376'],
  ...['168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::ffff:169.254.169.254]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...[
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fc00::1]',
  ],
  ...['[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[3fff::1]'],
];

function resolver(addresses: readonly string[]): ResolveName & { asked: string[] } {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
}

describe('the webhook and private networks', () => {
  const refusal = { key: 'saveFailed', data: 'The URL of the webhook is not in the public internet.' };

  it.each(privateHosts)('sends nothing to %s', async (host) => {
    await expect(webhook.save(saving({ url: `http://${host}:8080/` }))).rejects.toMatchObject(refusal);
  });

  it.each(['localhost', 'LOCALHOST'])('sends nothing to %s', async (host) => {
    await using server = await status(200);
    const url = `http://${host}:${server.port}/`;
    await expect(webhook.save(saving({ url }))).rejects.toMatchObject(refusal);
    expect(server.received).toEqual([]);
  });

  it.each([
    ['localhost.', ['127.0.0.1']],
    ['loopback.example', ['127.0.0.1']],
    ['loopback6.example', ['::1']],
    ['mapped.example', ['::ffff:127.0.0.1']],
    ['metadata.google.internal', ['169.254.169.254']],
    ['intranet', ['10.1.2.3']],
    ['mixed.example', ['93.184.215.14', '127.0.0.1']],
    ['mixed6.example', ['2606:4700::1111', 'fd00::1']],
    ['nobody.example', []],
  ])('sends nothing to the name %s', async (host, addresses) => {
    await using server = await status(200);
    const resolve = resolver(addresses);
    const guarded = webhookWith({ pausesMs: [1, 1], resolve });
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${server.port}/`;
      await expect(guarded.save(saving({ url }))).rejects.toMatchObject(refusal);
    }
    expect(resolve.asked).toEqual([host, host]);
    expect(server.received).toEqual([]);
  });

  it('checks a name again on every attempt', async () => {
    await using server = await status(200);
    let asked = 0;
    const resolve: ResolveName = async () => {
      asked += 1;
      if (asked === 1) throw new Error('no answer from the name server');
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const guarded = webhookWith({ pausesMs: [1, 1], resolve });
    const url = `http://rebinding.example:${server.port}/`;
    await expect(guarded.save(saving({ url }))).rejects.toMatchObject(refusal);
    expect([asked, server.received.length]).toEqual([2, 0]);
  });

  it('does not look up a host that is a private IP address', async () => {
    const resolve = resolver(['93.184.215.14']);
    const guarded = webhookWith({ pausesMs: [], resolve });
    await expect(guarded.save(saving({ url: 'http://127.1/' }))).rejects.toMatchObject(refusal);
    expect(resolve.asked).toEqual([]);
  });

  it('reaches them if the operator allows it', async () => {
    await using server = await status(200);
    await webhook.save(saving({ url: `http://localhost:${server.port}/`, allowPrivate: true }));
    expect(server.received).toHaveLength(1);
  });
});
