/**
 * The mail of an export that was saved links to what was saved, one link for each place; times of a schedule are on the
 * clock of its zone. What a person reads is what a real mail server got.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJob } from '../schedules/job-ground.ts';
import { setClock } from '../support/clock.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import {
  connect,
  platformOwner as owner,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { patiently } from './mail-ground.ts';

const spreadsheet = '1MailedSpreadsheet000000000000000000000000a';
const toSheet = ['save_to_gsheets=true', `spreadsheet=${spreadsheet}`, 'sheet=Out'];

describe('mails about exports', () => {
  let platforms: Platforms;
  let server: MailServer;
  let service: TestService;
  let endpoint: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.google.spreadsheets.push({
      id: spreadsheet,
      title: 'Target',
      locale: 'en_US',
      timeZone: 'Etc/GMT',
      sheets: [{ sheetId: 0, title: 'First', rowCount: 10, columnCount: 3, sheetType: 'GRID', rows: [] }],
      namedRanges: [],
    });
    server = await startMailServer();
    service = await startPlatformService(platforms, { environment: { SMTP_URL: server.url } });
    const { accessToken, refreshToken } = platforms.google.addGrant();
    await connect(service, 'google', '--access-token', accessToken, '--refresh-token', refreshToken);
    endpoint = await service.publish('name,age\nAnn,41\n', '--owner', owner, '--name', 'people');
    await service.command('endpoint', 'set', endpoint, '--allow-spreadsheet', spreadsheet);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await server.stop();
    await platforms[Symbol.asyncDispose]();
  });

  async function arrived(subject: string): Promise<ReceivedMail> {
    const find = () => server.mails.find((mail) => mail.subject === subject);
    await vi.waitFor(() => expect(find()).toBeDefined(), patiently);
    const mail = find();
    if (!mail) throw new Error(subject);
    return mail;
  }
  const driveLink = () => `https://drive.google.com/file/d/${platforms.google.files.at(-1)?.id}/view`;
  function sheetLink(): string {
    const sheets = platforms.google.spreadsheets.find(({ id }) => id === spreadsheet)?.sheets ?? [];
    const sheetId = sheets.find(({ title }) => title === 'Out')?.sheetId;
    expect(sheetId).toEqual(expect.any(Number));
    return `https://docs.google.com/spreadsheets/d/${spreadsheet}/edit?gid=${sheetId}`;
  }
  const runNow = async (name: string, ...words: readonly string[]): Promise<void> => {
    const job = await createJob(service, { owner, endpoint, name }, ...words);
    await service.command('schedule', 'run', job);
  };
  const asParameters = (pairs: readonly string[]) => pairs.flatMap((pair) => ['--param', pair]);

  it('a schedule with two destinations has two links, in text and HTML', async () => {
    await runNow('Both', ...asParameters(['save_to_gdrive=true', ...toSheet]));
    const { text, html } = await arrived('Scheduled Export Succeeded: Both');
    expect(text).toContain(`Saved to Google Drive:\n${driveLink()}\n`);
    expect(text).toContain(`Saved to Google Sheets:\n${sheetLink()}\n`);
    expect(html).toContain(`href="${driveLink()}"`);
    expect(html).toContain(`href="${sheetLink()}"`);
  });

  it('a schedule without a destination has none', async () => {
    await runNow('Nowhere');
    const { text, html } = await arrived('Scheduled Export Succeeded: Nowhere');
    expect(`${text} ${html}`).not.toContain('Saved to');
  });

  it('email_me links to what its request saved', async () => {
    const answer = await service.get(`${endpoint}?email_me=true&save_to_gdrive=true`);
    expect(answer.status).toBe(200);
    const { text, html } = await arrived('Export ran: people');
    expect(text).toContain(`Saved to Google Drive:\n${driveLink()}\n`);
    expect(html).toContain(`href="${driveLink()}"`);
    expect(`${text} ${html}`).not.toContain('docs.google.com');
  });

  it('administrators can read such a mail: its links hold no secret', async () => {
    const { mails } = await service.command('mail', 'list', owner);
    expect(JSON.stringify(mails)).toContain(driveLink());
    expect(JSON.stringify(mails)).toContain('/edit?gid=');
  });

  it('the times of a run are on the clock of the schedule, of a success and of a failure', async () => {
    setClock(service, '2027-01-10T12:00:00Z');
    const newYork = ['--cadence', 'daily', '--at', '07:30', '--zone', 'America/New_York'];
    const kolkata = ['--cadence', 'daily', '--at', '18:15', '--zone', 'Asia/Kolkata'];
    await createJob(service, { owner, endpoint, name: 'Early' }, ...newYork);
    const late = await createJob(service, { owner, endpoint, name: 'Late' }, ...kolkata);
    await service.database.db
      .updateTable('jobs')
      .set({ parameters: JSON.stringify({ sql: 'SELECT gone FROM service_table' }) })
      .where('id', '=', late)
      .execute();
    setClock(service, '2027-01-10T12:50:00Z');
    const [early, failed] = [
      await arrived('Scheduled Export Succeeded: Early'),
      await arrived('Scheduled Export Failed: Late'),
    ];
    for (const part of [early.text, early.html]) expect(part).toContain('Jan 10, 2027, 07:30 EST');
    for (const part of [failed.text, failed.html]) expect(part).toContain('Jan 10, 2027, 18:15 GMT+5:30');
    for (const { text } of [early, failed]) expect(text).not.toContain('UTC');
  });
});
