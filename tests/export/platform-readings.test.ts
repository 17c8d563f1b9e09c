/** What is read of a platform: no more than a sample needs, and all of it for SQL (contract 4.2.6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

describe('a reading of a platform', () => {
  let platforms: Platforms;
  let service: TestService;
  let endpoint: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms);
    const connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    endpoint = await createEndpoint(service, connection, ...smallAirtable(platforms.airtable, 250).words);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });
  const rowCalls = () => platforms.airtable.api.calls.filter(({ url }) => url.includes('pageSize')).length;

  it('for a sample is one page, with SQL every page', async () => {
    const before = rowCalls();
    await service.command('endpoint', 'preview', endpoint);
    expect(rowCalls() - before).toBe(1);
    const sql = 'sql=SELECT count(*) AS n FROM service_table';
    const counted = await service.command('endpoint', 'preview', endpoint, '--param', sql);
    expect(counted['body']).toBe('n\n250\n');
    expect(rowCalls() - before).toBeGreaterThan(3);
  });
});
