/** Linked records by names, ids or as JSON, as it is chosen on the endpoint; other lists stay as they are (contract 4.6.9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedAirtable } from '../../emulators/airtable/airtable-seed.ts';
import {
  connect,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

const record = z.object({ Customer: z.unknown(), Products: z.unknown() });
const linked = z.array(z.object({ id: z.string(), name: z.string() })).min(1);

describe('linked records', () => {
  let platforms: Platforms;
  let service: TestService;
  let id: string;

  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms);
    seedAirtable(platforms.airtable);
    const connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    id = await create(connection, 'Orders');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  async function create(connection: string, table: string): Promise<string> {
    const words = ['--connection', connection, '--base', 'appDemoWorkshop01', '--table', table];
    return String((await service.command('endpoint', 'create', platformOwner, ...words))['id']);
  }

  async function first(query: Record<string, string> = {}): Promise<z.infer<typeof record>> {
    const search = new URLSearchParams({ type: 'json_records', ...query });
    const answer = await fetch(`${service.url}/${id}?${search}`);
    const [found] = z.array(record).parse(await answer.json());
    if (!found) throw new Error('no row');
    return found;
  }

  const show = (form: string) => service.command('endpoint', 'set', id, '--linked-records', form);

  it('are names at first, and what the owner chooses from then on', async () => {
    const byName = await first();
    expect(await show('json')).toMatchObject({ linkedRecords: 'json' });
    const asJson = await first();
    const customers = linked.parse(asJson.Customer);
    expect(byName.Customer).toBe(customers.map(({ name }) => name).join(', '));
    await show('ids');
    expect((await first()).Customer).toBe(customers.map(({ id: each }) => each).join(', '));
    expect((await first({ extract_json_property: 'name' })).Customer).toBe(byName.Customer);
    await show('names');
    const sql = `SELECT Customer, Products FROM service_table WHERE Customer = '${byName.Customer}'`;
    expect((await first({ sql })).Customer).toBe(byName.Customer);
  });

  it('of a file or a Google sheet do not exist', async () => {
    const file = await service.publish('a\n1\n', '--owner', platformOwner);
    await expect(service.command('endpoint', 'set', file, '--linked-records', 'ids')).rejects.toThrow();
  });

  it('without the property that is asked for are told in a preview', async () => {
    const preview = (property: string) =>
      service.command('endpoint', 'preview', id, '--param', `extract_json_property=${property}`);
    expect(await preview('nmae')).toMatchObject({ missingProperty: 'nmae' });
    expect(Object.keys(await preview('name'))).not.toContain('missingProperty');
  });

  it('are the only lists that change: attachments stay whole', async () => {
    const { endpoints } = z
      .object({ endpoints: z.array(z.object({ connection: z.string().optional() })) })
      .parse(await service.command('endpoint', 'list', platformOwner));
    const connection = endpoints.find((each) => each.connection !== undefined)?.connection ?? '';
    const every = await create(connection, 'tblEvery000000000');
    const rows = async (): Promise<Record<string, unknown>[]> =>
      z
        .array(z.record(z.string(), z.unknown()))
        .parse(await (await fetch(`${service.url}/${every}?type=json_records`)).json());
    for (const form of ['ids', 'names']) {
      await service.command('endpoint', 'set', every, '--linked-records', form);
      const [shown = {}] = await rows();
      const [, attachments] =
        Object.entries(shown).find(([, value]) => JSON.stringify(value).includes('filename')) ?? [];
      expect(attachments).toContainEqual(expect.objectContaining({ filename: expect.any(String) }));
    }
  });
});
