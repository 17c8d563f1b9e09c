/**
 * Contract 6.1.4: an account chooses which kinds of mails it gets; each of those has a link that turns its kind off by one
 * click, without signing in, and nothing else. Mails that must arrive have no such link.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unsubscribePath } from '../../src/mail/mail-choice-store.ts';
import { mailKinds } from '../../src/mail/mail-kinds.ts';
import { creditsExhausted, resetPassword, urlWorks } from '../../src/mail/messages.ts';
import { insertMails, mailTo } from '../../src/mail/outbox-store.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const email = 'ann@example.com';
const link = 'http://localhost/app/x';
const problem = urlWorks({ endpoint: 'Prices', url: link, link });
const credits = creditsExhausted({ plan: 'Lite', cycleEnds: null, link });
const password = resetPassword({ link });

describe.each(bothEngines)('choices of mails on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, email, '--plan', 'lite');
    const account = service.database.db.selectFrom('accounts').select('id').where('email', '=', email);
    ({ id } = await account.executeTakeFirstOrThrow());
  });
  afterEach(() => service[Symbol.asyncDispose]());

  /** The subjects of those that are written. */
  const written = async (): Promise<string[]> => {
    const { db } = service.database;
    await db.deleteFrom('outbox').execute();
    await insertMails(
      db,
      [problem, credits, password].map((message) => mailTo({ id, email }, message)),
      Date.now(),
    );
    return (await db.selectFrom('outbox').select('subject').execute()).map(({ subject }) => subject).sort();
  };
  const all = [problem, credits, password].map(({ subject }) => subject).sort();
  const without = (subject: string): string[] => all.filter((each) => each !== subject);

  it('are kept by account; what is turned off is not written', async () => {
    expect(await written()).toEqual(all);
    const answer = await ann.call('PUT', '/api/account/mails', { kind: 'problems', isOn: false });
    expect(await answer.json()).toMatchObject({
      kinds: expect.arrayContaining([
        expect.objectContaining({ kind: 'problems', isOn: false }),
        expect.objectContaining({ kind: 'credits', isOn: true }),
      ]),
    });
    expect(await written()).toEqual(without(problem.subject));
    await ann.call('PUT', '/api/account/mails', { kind: 'problems', isOn: true });
    expect(await written()).toEqual(all);
    expect((await ann.call('PUT', '/api/account/mails', { kind: 'password', isOn: false })).status).toBe(400);
  });

  it('of several that are changed at once none is lost', async () => {
    const kinds = Object.keys(mailKinds);
    const changed = async (isOn: boolean): Promise<unknown> => {
      const put = (kind: string) => ann.call('PUT', '/api/account/mails', { kind, isOn });
      const answers = await Promise.all(kinds.map(put));
      expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 200));
      return (await ann.call('GET', '/api/account/mails')).json();
    };
    for (const isOn of [false, true, false]) {
      const shown = kinds.map((kind) => expect.objectContaining({ kind, isOn }));
      expect(await changed(isOn)).toEqual({ kinds: shown });
    }
  });

  it('the link of a mail turns off its kind alone, by POST and without a session', async () => {
    const path = await unsubscribePath(service.database.db, id, 'credits');
    const shown = await service.get(path);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Unsubscribe');
    expect(await written()).toEqual(all);
    const oneClick = (to: string) =>
      fetch(`${service.url}/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await oneClick(path.replace('credits', 'problems'))).status).toBe(404);
    expect((await oneClick(path.replace(id, 'nobody'))).status).toBe(404);
    expect((await oneClick(`${path}x`)).status).toBe(404);
    expect(await written()).toEqual(all);
    expect((await oneClick(path)).status).toBe(200);
    expect((await oneClick(path)).status).toBe(200);
    expect(await written()).toEqual(without(credits.subject));
  });
});
