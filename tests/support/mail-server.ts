/** A real SMTP server in the process, with what it has taken: what the service sends mails to in tests. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from './free-port.ts';

export interface ReceivedMail extends Email {
  /** As the SMTP envelope has it. */
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Takes no connection any more, and cuts those there are. */
  stop(): Promise<void>;
}

export interface MailServerOptions extends SMTPServerOptions {
  /** One that nobody listens on, if it is not given. */
  readonly port?: number;
  /** Called with every mail, before the server says that it has it. */
  readonly beforeTaken?: () => Promise<void>;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = await freePort(), beforeTaken, ...more } = options;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onData: (stream, session, callback) => {
      const read = async (): Promise<void> => {
        const raw = Buffer.concat(await stream.toArray()).toString('utf8');
        await beforeTaken?.();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...(await PostalMime.parse(raw)), recipients, raw });
      };
      read().then(() => callback(), callback);
    },
    ...more,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
