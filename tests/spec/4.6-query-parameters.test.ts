/** Contract 4.6: every row of the table, its values, refusals and combinations. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { serviceNow, setClock } from '../support/clock.ts';
import { linkedRecords } from '../support/linked-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const table = 'name,age\nAnn,41\nBo,7\n';
const types = Object.keys(allFormats);
/** The layouts of contract 4.7 that are one JSON value, which can be wrapped. */
const jsonTypes = types.filter((type) => type.startsWith('json'));
const flags = ['all_fields', 'show_wait_page', 'save_to_gdrive', 'save_to_gsheets', 'email_me'] as const;

describe('4.6 Query parameters of export endpoints', () => {
  let service: TestService;
  let id: string;
  let linked: string;
  beforeAll(async () => {
    service = await startTestService();
    await service.command('account', 'create', owner, '--plan', 'custom', '--credits', '100000');
    id = await service.publish(table, '--owner', owner, '--name', 'people');
    linked = await service.publish(linkedRecords, '--owner', owner);
  });
  afterEach(async () => {
    service.clock.ahead = 0;
    await expectLedgerWhole(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const get = (parameters: Readonly<Record<string, string>>, endpoint = id): Promise<Response> =>
    service.get(`${endpoint}?${new URLSearchParams(parameters)}`);
  const textOf = async (parameters: Readonly<Record<string, string>>, endpoint = id): Promise<string> =>
    (await get(parameters, endpoint)).text();
  async function expectRefusal(parameters: Readonly<Record<string, string>>, error: string): Promise<void> {
    const { cost, answer } = await costOf(service, () => get(parameters));
    expect([answer.status, cost]).toEqual([400, 0]);
    expect(await answer.json()).toMatchObject({ error });
  }

  describe('type', () => {
    it('an unknown value gives 400 naming the allowed values', async () => {
      const error = `Parameter 'type' must be one of ${types.join(', ')}.`;
      for (const type of ['nonsense', 'json', 'JSON_records', 'csv ', '__proto__', 'constructor']) {
        await expectRefusal({ type }, error);
      }
    });

    it('empty is the default of the endpoint', async () => {
      expect(await textOf({ type: '' })).toBe(table);
    });
  });

  describe('sql', () => {
    it('a SQL SELECT statement over the table `service_table`', async () => {
      expect(await textOf({ sql: 'SELECT name FROM service_table WHERE age > 18' })).toBe('name\nAnn\n');
    });

    it('empty is no statement', async () => {
      await expectRefusal({ sql: '' }, 'Could not validate sql.');
    });
  });

  describe('nest_json', () => {
    it.each(jsonTypes)('wraps JSON output in an object with that single key: %s', async (type) => {
      const bare: unknown = JSON.parse(await textOf({ type }));
      expect(await textOf({ type, nest_json: 'the key' })).toBe(`{"the key":${await textOf({ type })}}`);
      expect(JSON.parse(await textOf({ type, nest_json: 'the key' }))).toEqual({ 'the key': bare });
    });

    it('applies only to JSON output types', async () => {
      for (const type of ['csv', 'xml'] as const) {
        expect(await textOf({ type, nest_json: 'k' })).toBe(await textOf({ type }));
      }
    });

    it.each(['__proto__', 'a"b\\c', 'new\nline', '🜚é', '</script>', '0', 'x'.repeat(5_000)])(
      'the key is exactly the one asked for: %j',
      async (key) => {
        const nested: unknown = JSON.parse(await textOf({ type: 'json_values', nest_json: key }));
        expect(Object.entries(nested ?? {})).toEqual([
          [
            key,
            [
              ['Ann', 41],
              ['Bo', 7],
            ],
          ],
        ]);
      },
    );

    it('without it output is the bare array/object', async () => {
      expect(await textOf({ type: 'json_values', nest_json: '' })).toBe('[["Ann",41],["Bo",7]]');
    });
  });

  describe('filename_timestamp', () => {
    /** The names that the seconds between before and after the request allow. */
    async function timestampOf(value: string, name: (time: string) => string, moment: string): Promise<void> {
      setClock(service, moment);
      const before = serviceNow(service);
      const answer = await get({ filename_timestamp: value });
      const times = [];
      for (let at = before; at < serviceNow(service) + 1_000; at += 1_000) {
        times.push(new Date(at).toISOString().slice(0, 19).replaceAll(':', ''));
      }
      expect(answer.headers.get('content-disposition')).toBeOneOf(
        times.map((time) => `attachment; filename=${name(time)}`),
      );
    }

    it.each(['true', 'end', 'TRUE', 'End'])('`%s`: timestamp appended to the filename', async (value) => {
      await timestampOf(value, (time) => `people_${time}.csv`, '2031-02-03T04:05:06Z');
    });

    it.each(['start', 'START'])('`%s`: timestamp prepended', async (value) => {
      await timestampOf(value, (time) => `${time}_people.csv`, '2031-02-03T04:05:06Z');
    });

    it('Timestamp is UTC, format `YYYY-MM-DDTHHMMSS`', async () => {
      setClock(service, '2029-12-31T23:00:00Z');
      const disposition = (await get({ filename_timestamp: 'end' })).headers.get('content-disposition');
      expect(disposition).toMatch(/^attachment; filename=people_2029-12-31T2300\d\d\.csv$/);
    });

    it.each(['', 'false', 'False'])('%j: none', async (value) => {
      const answer = await get({ filename_timestamp: value });
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename=people.csv');
    });

    it('any other value gives 400 naming the parameter', async () => {
      for (const value of ['middle', '1', 'yes', 'true,start']) {
        const error = "Parameter 'filename_timestamp' must be one of true, end, start.";
        await expectRefusal({ filename_timestamp: value }, error);
      }
    });
  });

  describe('extract_json_property', () => {
    it('each object is replaced by the value of that property, joined with a comma and a space', async () => {
      expect(await textOf({ extract_json_property: 'name' }, linked)).toBe(
        'task,owners,tags\nDig,"Ann, Bo",[]\nPlant,Bo,plain text\nRest,,"[1,2]"\n',
      );
      expect(await textOf({ extract_json_property: 'id', type: 'json_values' }, linked)).toBe(
        '[["Dig","r1, r2","[]"],["Plant","r2","plain text"],["Rest",null,"[1,2]"]]',
      );
    });

    it('only own properties count', async () => {
      for (const property of ['constructor', '__proto__', 'missing']) {
        expect(await textOf({ extract_json_property: property }, linked)).toBe(
          'task,owners,tags\nDig,"",[]\nPlant,"",plain text\nRest,,"[1,2]"\n',
        );
      }
    });

    it('a number, a list or an object is copied as it is written, with every digit', async () => {
      const csv = 'links\n"[{""id"":12345678901234567890},{""id"":1.50},{""id"":[1, 9007199254740993]}]"\n';
      const id = await service.publish(csv, '--owner', owner);
      expect(await textOf({ extract_json_property: 'id' }, id)).toBe(
        'links\n"12345678901234567890, 1.50, [1, 9007199254740993]"\n',
      );
    });

    it('empty changes nothing, and neither does it change a table without linked records', async () => {
      expect(await textOf({ extract_json_property: '' }, linked)).toBe(linkedRecords);
      expect(await textOf({ extract_json_property: 'name' })).toBe(table);
    });
  });

  describe('all_fields', () => {
    it('`true`: include all source fields, overriding the configured selection, where it is enabled', async () => {
      const narrow = await service.publish(table, '--owner', owner, '--fields', 'age');
      await service.command('endpoint', 'set', narrow, '--allow', 'all_fields');
      expect(await textOf({}, narrow)).toBe('age\n41\n7\n');
      expect(await textOf({ all_fields: 'true' }, narrow)).toBe(table);
      expect(await textOf({ all_fields: 'false' }, narrow)).toBe('age\n41\n7\n');
    });

    it('needs the custom parameter enabled for the endpoint, else 400', async () => {
      const error = "Custom parameter 'all_fields' is not enabled for this object.";
      await expectRefusal({ all_fields: 'true' }, error);
      expect(await textOf({ all_fields: 'false' })).toBe(table);
    });
  });

  describe.each([
    ['save_to_gdrive', { save_to_gdrive: 'true' }],
    ['save_to_gsheets', { save_to_gsheets: 'true', spreadsheet: 'S1', sheet: 'Sheet1' }],
  ] as const)('%s', (name, parameters) => {
    it('needs a connected account: 400 that none is connected, no credit', async () => {
      await service.command('endpoint', 'set', id, '--allow-spreadsheet', 'S1');
      const error = `Parameter '${name}' needs a connected account, and no account is connected.`;
      await expectRefusal(parameters, error);
      expect(await textOf({ ...parameters, [name]: 'false' })).toBe(table);
    });
  });

  describe('email_me', () => {
    const mails = () => service.database.db.selectFrom('outbox').selectAll().execute();

    it('`true`: one notification that the export ran, kept with the charge', async () => {
      const before = new Set((await mails()).map((mail) => mail.id));
      const { cost } = await costOf(service, () => get({ email_me: 'true', type: 'xml' }));
      expect(cost).toBe(1);
      const written = (await mails()).filter((mail) => !before.has(mail.id));
      expect(written).toMatchObject([
        {
          recipient: owner,
          subject: 'Export ran: people',
          body: expect.stringContaining('xml'),
          sent_at: null,
        },
      ]);
      const charges = await service.database.db
        .selectFrom('credit_entries')
        .select('at')
        .where('kind', '=', 'hit')
        .where('at', '=', written[0]?.created_at ?? 0)
        .execute();
      expect(charges.length).toBeGreaterThanOrEqual(1);
    });

    it('none without it, and none when the request fails', async () => {
      const before = (await mails()).length;
      await get({});
      await get({ email_me: 'false' });
      await expectRefusal({ email_me: 'true', type: 'nonsense' }, expect.stringContaining("'type'"));
      await expectRefusal(
        { email_me: 'true', sql: 'SELECT nope FROM service_table' },
        'Could not validate sql.',
      );
      await service.command('account', 'set', owner, '--credits', '0');
      expect((await get({ email_me: 'true' })).status).toBe(403);
      await service.command('account', 'set', owner, '--credits', '100000');
      expect((await mails()).length).toBe(before);
    });

    it('also for an owner without a limit, where nothing is charged', async () => {
      await service.command('account', 'create', 'free@example.com', '--plan', 'custom');
      const endpoint = await service.publish(table, '--owner', 'free@example.com');
      const { cost } = await costOf(service, () => get({ email_me: 'true' }, endpoint));
      expect(cost).toBe(0);
      expect((await mails()).filter((mail) => mail.recipient === 'free@example.com')).toHaveLength(1);
    });
  });

  describe.each(flags)('flag parameter %s', (flag) => {
    it.each(['false', 'FALSE', 'False', ''])('%j is off', async (value) => {
      expect(await textOf({ [flag]: value })).toBe(table);
    });

    it.each(['1', '0', 'yes', 'on', 'ture', 'true ', 'null'])(
      '%j gives 400 naming the parameter',
      async (value) => {
        await expectRefusal({ [flag]: value }, `Parameter '${flag}' must be true or false.`);
      },
    );

    it.each(['true', 'TRUE', 'True'])('`%s` is on', async (value) => {
      const before = (await service.database.db.selectFrom('outbox').select('id').execute()).length;
      // An endpoint gets one mail in five minutes.
      const endpoint = await service.publish(table, '--owner', owner);
      const answer = await get({ [flag]: value }, endpoint);
      const mails = (await service.database.db.selectFrom('outbox').select('id').execute()).length - before;
      const effects = {
        all_fields: answer.status === 400,
        show_wait_page: answer.headers.get('content-type') === 'text/html; charset=utf-8',
        save_to_gdrive: answer.status === 400,
        save_to_gsheets: answer.status === 400,
        email_me: mails === 1,
      };
      expect(effects[flag]).toBe(true);
    });
  });
});
