/** Hits that a platform refused are recorded with the status and error that the caller got (contract 6.4.1 and 7.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { airtableFaults } from '../../emulators/airtable/airtable-faults.ts';
import { airtableToBreak, type Stage, startStage } from '../support/tables-to-break.ts';

describe('recorded refusals of a platform', () => {
  let stage: Stage & AsyncDisposable;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it.each([
    [409, 'structureChanged'],
    [423, 'platformRefused'],
    [429, 'platformRateLimit'],
  ] as const)('%s is %s', async (status, error) => {
    const broken = await airtableToBreak(stage);
    const { table, token, api, rowsCall, endpoint } = broken;
    if (status === 409) table.fields.splice(1, 1);
    if (status === 423) stage.platforms.airtable.revoke(token);
    if (status === 429) api.addFault({ on: rowsCall, act: airtableFaults.billingLimit.act });
    expect((await stage.service.get(endpoint)).status).toBe(status);
    const { db } = stage.service.database;
    const recorded = () =>
      db
        .selectFrom('hits')
        .select(['status', 'error', 'type', 'rows', 'credits'])
        .where('endpoint_id', '=', endpoint)
        .execute();
    await expect.poll(recorded).toEqual([{ status, error, type: 'csv', rows: null, credits: 0 }]);
  });
});
