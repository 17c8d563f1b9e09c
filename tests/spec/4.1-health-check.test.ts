/** Contract 4.1, and the version of contract 9.1. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('4.1 GET / (health check)', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('Response 200, JSON object: `status`, `message` and `version`, a dotted version number', async () => {
    const answer = await service.get('');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({
      status: expect.any(String),
      message: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  it('the version is that of the package', async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(await (await service.get('')).json()).toMatchObject({ version });
  });

  it('Auth: none; a header or a parameter changes nothing', async () => {
    const plain = await (await service.get('')).text();
    expect(await (await service.get('', { authorization: 'Basic nonsense' })).text()).toBe(plain);
    expect(await (await service.get('?type=xml&sql=SELECT')).text()).toBe(plain);
  });

  it('HEAD answers 200 without a body; POST is not allowed', async () => {
    const head = await rawRequest(service.url, 'HEAD /');
    expect([head.status, head.body]).toEqual([200, '']);
    const posted = await fetch(`${service.url}/`, { method: 'POST' });
    expect(posted.status).toBe(405);
    expect(await posted.json()).toMatchObject({ error: 'Method not allowed. Use GET.' });
  });
});
