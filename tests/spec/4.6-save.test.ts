/** Contract 4.6.12 to 4.6.15, and the webhook of contract 1.7: saved whole before the charge, or refused. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { seedGoogle } from '../../emulators/google/google-seed.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

const target = '1SavedSpreadsheet00000000000000000000000000a';
const csv = 'name,age,note,ok\nAnn,41,=1+1,true\nBo,7.5,+49 30,false\nCy,,"@x, y",\n';
const sheetsOf = (sheet: string): string => `save_to_gsheets=true&spreadsheet=${target}&sheet=${sheet}`;

describe('4.6 Saving', () => {
  let platforms: Platforms;
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.google.limits.writesPerUser = null;
    platforms.google.limits.readsPerUser = null;
    platforms.google.spreadsheets.push({
      id: target,
      title: 'Target',
      locale: 'en_US',
      timeZone: 'Etc/GMT',
      sheets: [{ sheetId: 0, title: 'Sheet1', rowCount: 10, columnCount: 3, sheetType: 'GRID', rows: [] }],
      namedRanges: [],
    });
    service = await startPlatformService(platforms, { environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
    const { accessToken, refreshToken } = platforms.google.addGrant();
    await connect(service, 'google', '--access-token', accessToken, '--refresh-token', refreshToken);
    id = await service.publish(csv, '--owner', platformOwner, '--name', 'people');
    await service.command('endpoint', 'set', id, '--allow-spreadsheet', target);
  });
  afterEach(async () => {
    platforms.google.api.clearFaults();
    platforms.google.storageFull = false;
    await expectLedgerWhole(service);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const saved = () =>
    platforms.google.files.map(({ name, mimeType, content }) => ({ name, mimeType, content }));
  const sheet = (title: string) => {
    const found = platforms.google.spreadsheets.find((book) => book.id === target);
    return found?.sheets.find((candidate) => candidate.title === title);
  };
  async function answerOf(query: string, endpoint = id) {
    const { cost, answer } = await costOf(service, () => service.get(`${endpoint}?${query}`));
    const body = Buffer.from(await answer.arrayBuffer());
    return {
      cost,
      status: answer.status,
      body,
      error: answer.status === 200 ? {} : JSON.parse(body.toString()),
    };
  }

  describe('save_to_gdrive', () => {
    it.each([
      ['', 'people.csv', 'text/csv'],
      ['type=json_records', 'people.json', 'application/json'],
      ['type=xml', 'people.xml', 'application/xml'],
      ['type=html_table', 'people.html', 'text/html'],
      [
        'type=json_split&nest_json=rows&sql=SELECT name FROM service_table',
        'people.json',
        'application/json',
      ],
    ])(
      '`%s`: the answer is also a file in the root of the drive, with its name and type',
      async (query, name, mimeType) => {
        const before = saved().length;
        const { status, cost, body } = await answerOf(`save_to_gdrive=true&${query}`);
        expect([status, cost]).toEqual([200, 1]);
        expect(saved().slice(before)).toEqual([{ name, mimeType, content: body }]);
      },
    );

    it('carries the timestamp of filename_timestamp', async () => {
      await answerOf('save_to_gdrive=true&filename_timestamp=start');
      expect(saved().at(-1)?.name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}_people\.csv$/);
    });

    it('a file of several chunks, one of which fails and one of which nobody hears: whole, once', async () => {
      const rows = Array.from({ length: 300_000 }, (_, n) => `${n},${'x'.repeat(50)}`);
      const large = await service.publish(`n,x\n${rows.join('\n')}\n`, '--owner', platformOwner);
      platforms.google.api.addFault(googleFaults.chunkFails);
      const before = saved().length;
      const { status, body } = await answerOf('save_to_gdrive=true', large);
      expect(status).toBe(200);
      const [file, ...more] = saved().slice(before);
      expect(more).toEqual([]);
      expect(file?.content.equals(body)).toBe(true);
    });

    it('100 hits at once with one credit left: one file, one answer, 99 refusals', async () => {
      await service.command('account', 'set', platformOwner, '--credits', '1');
      const before = saved().length;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => service.get(`${id}?save_to_gdrive=true`)),
      );
      await Promise.all(answers.map((answer) => answer.text()));
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 403).length).toBe(99);
      expect(saved().length).toBe(before + 1);
      await service.command('account', 'set', platformOwner, '--credits', '500');
    });
  });

  describe('save_to_gsheets', () => {
    it('makes the sheet, keeps the types, and no formula is live', async () => {
      const { status, cost, body } = await answerOf(sheetsOf('Fresh'));
      expect([status, cost, body.toString()]).toEqual([200, 1, csv]);
      expect(sheet('Fresh')?.rows).toEqual(
        [
          ['name', 'age', 'note', 'ok'],
          ['Ann', 41, '=1+1', true],
          ['Bo', 7.5, '+49 30', false],
          ['Cy', null, '@x, y', null],
        ].map((row) => row.map((cell) => cell ?? expect.toBeOneOf([null, '', undefined]))),
      );
    });

    it('replaces the old contents completely, larger and smaller', async () => {
      await answerOf(
        `${sheetsOf('Changing')}&sql=${encodeURIComponent('SELECT a.* FROM service_table a, service_table b')}`,
      );
      const cells = () =>
        (sheet('Changing')?.rows ?? []).flat().filter((cell) => cell !== null && cell !== '');
      expect(cells().length).toBeGreaterThan(30);
      await answerOf(`${sheetsOf('Changing')}&sql=SELECT name FROM service_table LIMIT 1`);
      expect(cells()).toEqual(['name', 'Ann']);
    });

    it('keeps the types of an upload after extract_json_property', async () => {
      const { status, body } = await answerOf(
        `${sheetsOf('Extracted')}&extract_json_property=name&type=json_values`,
      );
      expect(status).toBe(200);
      expect(JSON.parse(body.toString())[0]).toEqual(['Ann', 41, '=1+1', true]);
      expect(sheet('Extracted')?.rows[1]).toEqual(['Ann', 41, '=1+1', true]);
    });

    it('after extract_json_property and from a platform', async () => {
      const seed = seedGoogle(platforms.google);
      const { accessToken, refreshToken } = platforms.google.addGrant();
      const google = await connect(
        service,
        'google',
        '--access-token',
        accessToken,
        '--refresh-token',
        refreshToken,
      );
      const inventory = await createEndpoint(
        service,
        google,
        '--spreadsheet',
        seed.spreadsheetId,
        '--sheet',
        'Inventory',
      );
      await service.command('endpoint', 'set', inventory, '--allow-spreadsheet', target);
      const { status } = await answerOf(
        `${sheetsOf('Copy')}&extract_json_property=name&type=json_values`,
        inventory,
      );
      expect(status).toBe(200);
      expect(sheet('Copy')?.rows.length).toBeGreaterThan(190);
    });

    it('writes only to spreadsheets that the owner has listed for this endpoint: 400, no call, no credit', async () => {
      const before = platforms.google.api.calls.length;
      const other = await service.publish(csv, '--owner', platformOwner);
      for (const spreadsheet of [target, 'x', '../..', '__proto__']) {
        const query = new URLSearchParams({ save_to_gsheets: 'true', spreadsheet, sheet: 'S' });
        const { status, cost, error } = await answerOf(String(query), other);
        expect([status, cost]).toEqual([400, 0]);
        expect(error.error).toBe("Custom parameter 'save_to_gsheets' is not enabled for this object.");
      }
      expect(platforms.google.api.calls.length).toBe(before);
    });

    it.each([
      ['save_to_gsheets=true&sheet=S', "Parameter 'spreadsheet' must be the id of a spreadsheet."],
      [`save_to_gsheets=true&spreadsheet=${target}`, "Parameter 'sheet' must be the name of a sheet."],
    ])('`%s`: 400 that says what is missing', async (query, text) => {
      const { status, cost, error } = await answerOf(query);
      expect([status, cost, error.error]).toEqual([400, 0, text]);
    });
  });

  describe('a save that fails fails the request, and is free', () => {
    const drive = 'Could not save to Google Drive.';
    it('500: the drive is full', async () => {
      platforms.google.storageFull = true;
      const { status, cost, error } = await answerOf('save_to_gdrive=true');
      expect([cost, error.error]).toEqual([0, drive]);
      expect([423, 500]).toContain(status);
      expect(error.data).toMatch(/quota/i);
    });

    it('429: the limit of the destination stays exceeded', async () => {
      platforms.google.api.addFault({
        on: '/upload/drive/v3/files',
        act: {
          kind: 'answer',
          status: 429,
          headers: { 'retry-after': '1' },
          body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } },
        },
      });
      const answer = await service.get(`${id}?save_to_gdrive=true`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await answer.json()).toMatchObject({ error: drive, data: expect.stringContaining('Quota') });
    });

    it('500: the destination is broken', async () => {
      platforms.google.api.addFault({ ...googleFaults.unavailable, on: ':batchUpdate' });
      platforms.google.api.addFault({ ...googleFaults.unavailable, on: 'PUT ' });
      const { status, cost, error } = await answerOf(sheetsOf('Broken'));
      expect([status, cost, error.error]).toEqual([500, 0, 'Could not save to Google Sheets.']);
    });

    it('423: access was revoked', async () => {
      await service.command('account', 'create', 'revoked@example.com', '--plan', 'pro');
      const { accessToken, refreshToken } = platforms.google.addGrant();
      const words = ['--access-token', accessToken, '--refresh-token', refreshToken];
      await service.command('connection', 'add', 'revoked@example.com', '--platform', 'google', ...words);
      const endpoint = await service.publish(csv, '--owner', 'revoked@example.com');
      platforms.google.revoke(refreshToken);
      const { status, cost, error } = await answerOf('save_to_gdrive=true', endpoint);
      expect([status, cost, error.error]).toEqual([423, 0, drive]);
    });

    it('500: a spreadsheet that is gone', async () => {
      await service.command('endpoint', 'set', id, '--allow-spreadsheet', 'gone');
      const { status, cost, error } = await answerOf('save_to_gsheets=true&spreadsheet=gone&sheet=S');
      expect([cost, error.error]).toEqual([0, 'Could not save to Google Sheets.']);
      expect(status).toBeOneOf([423, 500]);
    });
  });

  describe('endpoint send', () => {
    it('posts the export, signed with the secret of the account, for a credit; the owner needs no token', async () => {
      await service.command('endpoint', 'set', id, '--token', 'for-others');
      const received: { headers: Record<string, unknown>; body: Buffer }[] = [];
      const server = createServer(async (request, response) => {
        received.push({ headers: request.headers, body: await buffer(request) });
        response.end('ok');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const { cost } = await costOf(service, () =>
        service.command(
          'endpoint',
          'send',
          id,
          '--webhook',
          `http://127.0.0.1:${port}/hook`,
          '--param',
          'type=json_records',
        ),
      );
      server.close();
      await service.command('endpoint', 'set', id, '--no-token');
      const { secret } = await service.command('account', 'webhook-secret', platformOwner);
      expect([cost, received.length]).toEqual([1, 1]);
      const { headers, body } = received[0] ?? { headers: {}, body: Buffer.alloc(0) };
      expect(JSON.parse(body.toString())[0]).toMatchObject({ name: 'Ann', age: 41 });
      const [, time = '', signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['tablecast-signature'])) ?? [];
      expect(createHmac('sha256', String(secret)).update(`${time}.`).update(body).digest('hex')).toBe(
        signature,
      );
      expect(headers['content-disposition']).toContain('people.json');
    });

    it('a webhook that fails is an error and free', async () => {
      const { cost } = await costOf(service, () =>
        expect(
          service.command('endpoint', 'send', id, '--webhook', 'http://user:secret@127.0.0.1/'),
        ).rejects.toThrow('Could not save to the webhook.'),
      );
      expect(cost).toBe(0);
    });
  });

  describe('fixed on a proxy', () => {
    async function proxyOf(...params: readonly string[]): Promise<string> {
      const words = params.flatMap((param) => ['--param', param]);
      return `proxy/${(await service.command('proxy', 'create', id, ...words))['id']}`;
    }
    const bent = 'sql=SELECT 1 AS one FROM service_table&type=xml&nest_json=x&filename_timestamp=end';

    it('save_to_gsheets: what lands in the sheet is what the owner saw, whatever the caller asks', async () => {
      const proxy = await proxyOf('save_to_gsheets=true', `spreadsheet=${target}`, 'sheet=Proxied');
      const { status } = await answerOf(`${bent}&sheet=Sheet1&spreadsheet=other`, proxy);
      expect(status).toBe(200);
      expect(sheet('Proxied')?.rows[0]).toEqual(['name', 'age', 'note', 'ok']);
    });

    it('save_to_gdrive: the file is the one that the owner saw', async () => {
      const { status, body } = await answerOf(bent, await proxyOf('save_to_gdrive=true'));
      expect([status, body.toString()]).toEqual([200, csv]);
      expect(saved().at(-1)).toEqual({ name: 'people.csv', mimeType: 'text/csv', content: body });
    });

    it('switched off, it is off, and other parameters are free', async () => {
      const proxy = await proxyOf('save_to_gdrive=false');
      const before = saved().length;
      const query = 'save_to_gdrive=true&sql=SELECT name FROM service_table';
      const { body } = await answerOf(query, proxy);
      expect([body.toString(), saved().length]).toEqual(['name\nAnn\nBo\nCy\n', before]);
    });

    it('save_to_gsheets needs its spreadsheet and sheet fixed with it', async () => {
      await expect(proxyOf('save_to_gsheets=true')).rejects.toThrow("Parameter 'spreadsheet'");
    });
  });
});
