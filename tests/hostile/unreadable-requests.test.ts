/** What is no request, or none that is served, is answered in the shape of contract 7.1 too. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawAnswer, rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('requests that cannot be read', () => {
  const logLines: string[] = [];
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ logLines });
    id = await service.publish('a\n1\n');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const expectShape = ({ status, headers, body }: RawAnswer, wanted: number, key: string): void => {
    expect([status, headers.get('access-control-allow-origin')]).toEqual([wanted, '*']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      error: expect.any(String),
      help: expect.stringMatching(new RegExp(`/docs/errors/${key}$`)),
    });
  };

  it.each([
    ['a header without colon', 'GET /x', ['bad header'], 400, 'request-malformed'],
    ['a method that does not exist', 'FOO /x', [], 400, 'request-malformed'],
    ['two lengths', 'GET /x', ['Content-Length: 1', 'Content-Length: 2'], 400, 'request-malformed'],
    ['too many headers', 'GET /x', [`X: ${'y'.repeat(17_000)}`], 431, 'request-too-large'],
    ['too long an address', `GET /${'x'.repeat(17_000)}`, [], 431, 'request-too-large'],
    ['QUERY', 'QUERY /x', [], 405, 'method-not-allowed'],
    [
      'QUERY with a body',
      'QUERY /x',
      ['Content-Type: application/sql', 'Content-Length: 0'],
      405,
      'method-not-allowed',
    ],
    [
      'POST of an unknown type',
      'POST /x',
      ['Content-Type: a/b', 'Content-Length: 0'],
      405,
      'method-not-allowed',
    ],
  ])('%s', async (_what, line, headers, status, key) => {
    const answer = await rawRequest(service.url, line, headers);
    expectShape(answer, status, key);
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('headers that do not arrive', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    let text = '';
    socket.on('data', (piece) => (text += piece));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/\{"error":"The request did not arrive in time.","help":".*request-too-slow"\}$/);
  });

  it('an odd expectation does not matter', async () => {
    const { status, body } = await rawRequest(service.url, `GET /${id}`, ['Expect: the-unexpected']);
    expect([status, body]).toEqual([200, 'a\n1\n']);
  });

  it('nothing is written into an answer that is on its way', async () => {
    const large = await service.publish(`a\n${`${'x'.repeat(99)}\n`.repeat(100_000)}`);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /${large} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    socket.write('no request\r\n\r\n');
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    await once(socket, 'close');
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toContain('request-malformed');
  });

  it('each has a line in the log', async () => {
    const line = (): string | undefined => logLines.find((one) => one.includes('"requestTooLarge"'));
    await expect.poll(line).toContain('"status":431');
  });
});
