/**
 * Sends the mails of the outbox, one after the other, by whichever process claims them. What fails is tried again
 * later; while the server is out of reach it is asked every 15 seconds with one mail, so that an outage costs little
 * and nothing else waits for it (contract 6.2).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { hourMs, minuteMs } from '../base/durations.ts';
import { unsubscribePath } from './mail-choice-store.ts';
import { isMailKind } from './mail-kinds.ts';
import { type MailServer, openMailServer, smtpPassword } from './mail-server.ts';
import { type ClaimedMail, claimDueMail, markFailed, markSent } from './outbox-store.ts';
import { type SendFailure, sendFailure } from './send-failure.ts';
import { siteLink } from './site-link.ts';
import { withChoices } from './template.ts';

const lookEveryMs = 1_000;
/** Longer than a mail can take, so that only that of a process that died is claimed again. */
const claimMs = 180_000;
const outagePauseMs = 15_000;
/** How long a mail that the server has taken is tried to be marked as sent. */
const markForMs = 120_000;
const markEveryMs = 500;
const stopWaitMs = 5_000;
const firstRetriesMs = [15_000, 45_000, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs];
/** For three days after them. */
const hourlyRetries = 72;

/** Disposing of it finishes the mail in hand. */
export function startSender(context: AppContext): AsyncDisposable {
  const server = openMailServer(context.config);
  const stopping = new AbortController();
  const running = new Sender(context, server, stopping.signal).run();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      const late = setTimeout(() => server.close(), stopWaitMs);
      await running;
      clearTimeout(late);
      server.close();
    },
  };
}

class Sender {
  readonly #context: AppContext;
  readonly #server: MailServer;
  readonly #stopping: AbortSignal;
  #outageSeenAt: number | undefined;
  /** Said once, not every second. */
  #isFailing = false;

  constructor(context: AppContext, server: MailServer, stopping: AbortSignal) {
    this.#context = context;
    this.#server = server;
    this.#stopping = stopping;
  }

  async run(): Promise<void> {
    while (!this.#stopping.aborted) {
      try {
        await this.#sendDue();
        this.#isFailing = false;
      } catch (err) {
        if (!this.#isFailing) this.#context.log.error({ err }, 'could not poll the mail outbox');
        this.#isFailing = true;
      }
      await this.#pause(lookEveryMs);
    }
  }

  async #sendDue(): Promise<void> {
    const { database, now } = this.#context;
    while (!this.#stopping.aborted && !this.#isPaused()) {
      const mail = await claimDueMail(database, now(), claimMs);
      if (!mail) return;
      await this.#send(mail);
    }
  }

  /** A clock that was set back does not make the pause longer. */
  #isPaused(): boolean {
    const passed = this.#context.now() - (this.#outageSeenAt ?? Number.NEGATIVE_INFINITY);
    return passed >= 0 && passed < outagePauseMs;
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { config, log } = this.#context;
    try {
      const unsubscribe = await this.#unsubscribeLink(mail);
      const choices = { settings: siteLink(config, 'account'), unsubscribe };
      await this.#server.send(mail.account_id === null ? mail : withChoices(mail, choices), unsubscribe);
    } catch (error) {
      await this.#failed(mail, sendFailure(error, [smtpPassword(config.smtpUrl), mail.recipient]));
      return;
    }
    this.#outageSeenAt = undefined;
    await this.#markSent(mail.id);
    log.info({ mail: mail.id, attempts: mail.attempts }, 'mail sent');
  }

  async #unsubscribeLink({ account_id: account, kind }: ClaimedMail): Promise<string | undefined> {
    const { database, config } = this.#context;
    if (account === null || kind === null || !isMailKind(kind)) return undefined;
    return `${config.baseUrl}/${await unsubscribePath(database.db, account, kind)}`;
  }

  async #failed(mail: ClaimedMail, { text, isFinal, isOutage }: SendFailure): Promise<void> {
    const { database, log, now } = this.#context;
    const wait = isFinal ? undefined : retryDelay(mail.attempts);
    if (isOutage) this.#outageSeenAt = now();
    await markFailed(database.db, mail, text, wait === undefined ? null : now() + wait);
    const facts = { mail: mail.id, attempts: mail.attempts, reason: text };
    if (wait === undefined) log.warn(facts, 'mail failed for good');
    else log.warn(facts, 'mail not sent, will be retried');
  }

  /** A database that is away for a moment must not make a second mail of it. */
  async #markSent(id: string): Promise<void> {
    const { database, now } = this.#context;
    for (const until = performance.now() + markForMs; ; await delay(markEveryMs)) {
      try {
        await markSent(database.db, id, now());
        return;
      } catch (error) {
        if (this.#stopping.aborted || performance.now() >= until) throw error;
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stopping }).catch(() => undefined);
  }
}

/** Undefined when a mail that could not be sent is given up after so many attempts. */
export function retryDelay(attempts: number): number | undefined {
  if (attempts >= firstRetriesMs.length + hourlyRetries) return undefined;
  return firstRetriesMs[attempts - 1] ?? hourMs;
}
