/** The newest outcome of an endpoint stands, whichever replica stores it last (contract 3.6.2). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOutcome } from '../../src/usage/outcome-store.ts';
import { hitRecorder } from '../../src/usage/record-store.ts';
import { createOwner } from '../support/cast.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { hitOf, openBeside } from './usage-context.ts';

const changed = { status: 409, error: 'structureChanged', data: 'The field "A" was deleted.', credits: 0 };

describe.each(bothEngines)('outcomes on %s', (engine) => {
  let service: TestService;
  let endpoint: string;
  beforeEach(async () => {
    service = await startTestService({ engine });
    ({ endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'pro'));
  });
  afterEach(() => service[Symbol.asyncDispose]());

  it('an older failure that is stored later changes nothing, and the other way round', async () => {
    await using one = await openBeside(service);
    await using other = await openBeside(service);
    const at = Date.now();
    await hitRecorder(one.context)([hitOf(endpoint, { at })]);
    await hitRecorder(other.context)([hitOf(endpoint, { at: at - 500, ...changed })]);
    const { db } = service.database;
    expect(await findOutcome(db, endpoint)).toMatchObject({ state: 'working', error: null });
    await hitRecorder(other.context)([hitOf(endpoint, { at: at + 500, ...changed })]);
    await hitRecorder(one.context)([hitOf(endpoint, { at: at + 200 })]);
    expect(await findOutcome(db, endpoint)).toMatchObject({ state: 'source changed', data: changed.data });
  });

  it('of one portion what failed after the last success counts, since its first failure', async () => {
    await using one = await openBeside(service);
    const record = hitRecorder(one.context);
    const at = Date.now() - 10_000;
    const failed = { status: 500, error: 'sourceUnavailable', credits: 0, ms: 0 };
    await record([
      hitOf(endpoint, { at: at + 3, ...failed }),
      hitOf(endpoint, { at: at + 2, ...failed }),
      hitOf(endpoint, { at: at + 1, ms: 0 }),
      hitOf(endpoint, { at, ...failed }),
    ]);
    await record([hitOf(endpoint, { at: at + 9, ...failed, status: 429, error: 'platformRateLimit' })]);
    expect(await findOutcome(service.database.db, endpoint)).toMatchObject({
      state: 'failing',
      error: 'platformRateLimit',
      since: at + 2,
      failures: 3,
    });
  });

  it('a success with all_fields, an error of the caller and a client that left say nothing', async () => {
    await using one = await openBeside(service);
    const record = hitRecorder(one.context);
    const at = Date.now() - 10_000;
    await record([hitOf(endpoint, { at, ...changed })]);
    await record([
      hitOf(endpoint, { at: at + 1_000, hasAllFields: true }),
      hitOf(endpoint, { at: at + 2_000, status: 400, error: 'sqlInvalid' }),
      hitOf(endpoint, { at: at + 3_000, status: 499 }),
      hitOf(endpoint, { at: at + 4_000, status: 423, error: 'saveRefused' }),
    ]);
    expect(await findOutcome(service.database.db, endpoint)).toMatchObject({ state: 'source changed' });
  });
});
