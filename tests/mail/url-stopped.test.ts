/**
 * Contract 6.1.3: the owner of a URL that stopped working is told once, whichever replica finds it out, and once that it
 * works again; a blip is not told.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hit } from '../../src/usage/hit.ts';
import { hitRecorder } from '../../src/usage/record-store.ts';
import { createOwner } from '../support/cast.ts';
import {
  connect,
  createEndpoint,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { bothEngines, engines, startTestService, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';
import { hitOf, openBeside } from '../usage/usage-context.ts';

const minute = 60_000;

function mails({ database }: TestService) {
  return database.db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
}
const subjects = async (service: TestService): Promise<string[]> =>
  (await mails(service)).map(({ subject }) => subject);

describe.each(bothEngines)('a URL that stops working, on %s', (engine) => {
  let service: TestService;
  let endpoint: string;
  beforeEach(async () => {
    service = await startTestService({ engine });
    ({ endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'custom'));
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const changed = { status: 409, error: 'structureChanged', data: 'The field "A" was deleted.', ms: 0 };
  const failed = { status: 500, error: 'sourceUnavailable', ms: 0 };

  it('a changed source: at once, once from two replicas, and once that it is over', async () => {
    await using one = await openBeside(service);
    await using other = await openBeside(service);
    const at = Date.now();
    for (const { context } of [one, other]) await hitRecorder(context)([hitOf(endpoint, { at, ...changed })]);
    await hitRecorder(one.context)([hitOf(endpoint, { at: at + 1, ...changed })]);
    const [mail, ...more] = await mails(service);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'ann@example.com' });
    expect(mail?.subject).toMatch(/^Your URL stopped working: /);
    expect(mail?.body).toContain('The field "A" was deleted.');
    expect(mail?.body).toContain(`/${endpoint}`);
    expect(mail?.body).toContain(`/app/endpoints/${endpoint}/settings`);
    for (const { context } of [one, other]) await hitRecorder(context)([hitOf(endpoint, { at: at + 2 })]);
    const [, second, ...others] = await subjects(service);
    expect(second).toMatch(/^Your URL works again: /);
    expect(others).toEqual([]);
  });

  it('failures: after 15 minutes and three requests without a success, not before', async () => {
    await using one = await openBeside(service);
    const record = hitRecorder(one.context);
    const began = Date.now() - 60 * minute;
    const hit = (minutes: number, changes: Partial<Hit>) =>
      record([hitOf(endpoint, { at: began + minutes * minute, ...changes })]);
    for (const minutes of [0, 1, 14]) await hit(minutes, failed);
    await hit(14.5, {});
    for (const minutes of [15, 16, 29]) await hit(minutes, failed);
    expect(await subjects(service)).toEqual([]);
    await hit(30, failed);
    await hit(31, failed);
    expect(await subjects(service)).toEqual([expect.stringMatching(/^Your URL stopped working/)]);
    await hit(32, {});
    expect(await subjects(service)).toHaveLength(2);
    // Another problem within the hour waits.
    await hit(33, changed);
    expect(await subjects(service)).toHaveLength(2);
    service.clock.ahead += 61 * minute;
    await record([hitOf(endpoint, { at: Date.now() + service.clock.ahead, ...changed })]);
    expect(await subjects(service)).toHaveLength(3);
  });

  it('nothing of what a caller caused, or of an account without credits', async () => {
    await using one = await openBeside(service);
    const record = hitRecorder(one.context);
    await record([
      hitOf(endpoint, { status: 400, error: 'sqlInvalid' }),
      hitOf(endpoint, { status: 401, error: 'authorizationWrong' }),
      hitOf(endpoint, { status: 403, error: 'notEnoughCredits' }),
      hitOf(endpoint, { status: 423, error: 'saveRefused' }),
    ]);
    expect(await subjects(service)).toEqual([]);
  });
});

describe.each(engines)('a connection that stops, on %s', (engine) => {
  it('one mail that names its endpoints, none for each of them, and one when it works again', async () => {
    await using platforms = await startPlatforms();
    const { airtable } = platforms;
    await using service = await startPlatformService(platforms, { engine });
    const token = airtable.addPersonalToken();
    const connection = await connect(service, 'airtable', '--token', token);
    const { words } = smallAirtable(airtable);
    const first = await createEndpoint(service, connection, ...words, '--name', 'Prices');
    const second = await createEndpoint(service, connection, ...words, '--name', 'Stock');
    airtable.revoke(token);
    for (const id of [first, second, first]) expect((await service.get(id)).status).toBe(423);
    const recorded = () => service.database.db.selectFrom('hits').selectAll().execute();
    await expect.poll(async () => (await recorded()).length).toBe(3);
    const [stopped, ...more] = await mails(service);
    expect(more).toEqual([]);
    expect(stopped).toMatchObject({ recipient: platformOwner });
    expect(stopped?.body).toContain('Prices, Stock');
    await connect(service, 'airtable', '--token', airtable.addPersonalToken(), '--reconnect', connection);
    for (const id of [first, second]) expect((await service.get(id)).status).toBe(200);
    await expect.poll(async () => (await recorded()).length).toBe(5);
    expect(await subjects(service)).toEqual([
      'Your connection to Airtable stopped working',
      'Your connection to Airtable works again',
    ]);
  });
});
