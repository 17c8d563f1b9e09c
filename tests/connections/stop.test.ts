/** A service that stops: what platforms have given is kept, and no client can hold it up. */
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCalls } from '../support/consent.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { openRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

const patience = { timeout: 60_000, interval: 10 };

describe('a service that stops', () => {
  let platforms: Platforms;
  let service: TestService;
  let endpoint: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms);
    const { accessToken, refreshToken } = platforms.airtable.addGrant();
    const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const { words: choice } = smallAirtable(platforms.airtable);
    endpoint = await createEndpoint(service, await connect(service, 'airtable', ...words), ...choice);
  });
  afterAll(() => platforms[Symbol.asyncDispose]());

  it('stores a pair that is on its way, though its client has left', async () => {
    platforms.airtable.oauth.addFault({ on: 'POST', times: 1, act: { kind: 'slow', ms: 500 } });
    platforms.airtable.expireAccessTokens();
    const socket = openRequest(service.url, `GET /${endpoint}`);
    await expect.poll(() => tokenCalls(platforms, 'airtable'), patience).toBe(1);
    socket.destroy();
    await service.stop();
    await using next = await startTestService({ from: service });
    expect((await next.get(endpoint)).status).toBe(200);
    expect(platforms.airtable.refreshes).toBe(1);
  });

  it('finishes an answer on a connection that would be kept alive, and closes it', async () => {
    const next = await startTestService({ from: service });
    platforms.airtable.api.addFault({ times: 1, act: { kind: 'slow', ms: 500 } });
    const agent = new Agent({ keepAlive: true });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    get(`${next.url}/${endpoint}`, { agent }, (answer) => resolve(text(answer))).on('error', reject);
    const calls = platforms.airtable.api.calls.length;
    await expect.poll(() => platforms.airtable.api.calls.length, patience).toBeGreaterThan(calls);
    const started = performance.now();
    await next.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await promise).split('\n').length).toBe(5);
    agent.destroy();
  });
});
