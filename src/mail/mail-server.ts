/**
 * The mail server of SMTP_URL: one pooled connection, a limit on every wait, and a password that leaves this machine
 * only encrypted. A mail carries an id that stays the same when it is sent again.
 */
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { ClaimedMail } from './outbox-store.ts';

/** Longest that one mail takes, whatever the server does. */
const maxSendMs = 60_000;

const waits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
  idleTimeout: 5_000,
};

/** Other programs would read the address as another one, or as several. */
const unsafeInAddress = /[\s<>()[\]\\,;:"\p{Cc}\p{Cf}]/u;

export interface MailServer {
  /** Resolves when the server has taken the mail; rejects with an error of nodemailer. */
  send(mail: ClaimedMail, unsubscribe?: string): Promise<void>;
  /** A mail that is being sent fails. */
  close(): void;
}

export function openMailServer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailServer {
  const open = () => {
    const opened = createTransport({
      url: smtpUrl,
      ...waits,
      pool: true,
      maxConnections: 1,
      // The outbox decides what is sent again, and when.
      maxRequeues: 0,
      requireTLS: needsEncryption(smtpUrl),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // A mail that fails says so itself; without a listener the process would end.
    opened.on('error', () => undefined);
    return opened;
  };
  const domain = /@([^@>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
  let transport = open();
  const reopen = (): void => {
    transport.close({ force: true });
    transport = open();
  };
  return {
    send: async ({ id, recipient, subject, body, html }, unsubscribe) => {
      if (unsafeInAddress.test(recipient))
        throw Object.assign(new Error('The address has characters that no mail can have.'), {
          code: 'EADDRESS',
        });
      const late = setTimeout(reopen, maxSendMs);
      try {
        await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: recipient },
          subject,
          text: body,
          ...(html !== null && { html }),
          messageId: `<${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } finally {
        clearTimeout(late);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Whether the server takes the login; rejects with an error of nodemailer. */
export async function tryMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>, withinMs: number): Promise<void> {
  const limits = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
  const transport = createTransport({
    url: smtpUrl,
    ...limits,
    dnsTimeout: withinMs,
    requireTLS: needsEncryption(smtpUrl),
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export function smtpPassword(smtpUrl: string): string {
  return URL.canParse(smtpUrl) ? decodeURIComponent(new URL(smtpUrl).password) : '';
}

const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** With a password, unless it stays on this machine. */
function needsEncryption(smtpUrl: string): boolean {
  const isLocal = URL.canParse(smtpUrl) && thisMachine.test(new URL(smtpUrl).hostname);
  return smtpPassword(smtpUrl) !== '' && !isLocal;
}
