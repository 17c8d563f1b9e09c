/**
 * A mail server that takes every mail and delivers none: it hands on recipient, subject and the links, so that what is
 * sent by mail can be tried offline. Without encryption and without a login.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface TakenMail {
  readonly recipient: string;
  readonly subject: string;
  readonly links: readonly string[];
}

export interface MailEmulator {
  /** For `SMTP_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

const longestMail = 1024 * 1024;

export async function startMailEmulator(onMail: (mail: TakenMail) => void): Promise<MailEmulator> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    speak(socket, onMail);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As much of SMTP as a client needs to hand over a mail. */
function speak(socket: Socket, onMail: (mail: TakenMail) => void): void {
  let received = '';
  let recipient = '';
  let isData = false;
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  answer('220 localhost emulated');
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    if (received.length > longestMail) socket.destroy();
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = received.indexOf(mark);
      if (end < 0) return;
      const piece = received.slice(0, end);
      received = received.slice(end + mark.length);
      if (isData) {
        isData = false;
        onMail(readMail(recipient, piece));
        answer('250 taken');
      } else if (/^DATA$/i.test(piece)) {
        isData = true;
        answer('354 go on');
      } else if (/^QUIT$/i.test(piece)) {
        answer('221 bye');
        socket.end();
      } else {
        recipient = /^RCPT TO:\s*<([^>]*)>/i.exec(piece)?.[1] ?? recipient;
        answer('250 ok');
      }
    }
  });
}

function readMail(recipient: string, raw: string): TakenMail {
  const [headers = '', ...rest] = raw.split('\r\n\r\n');
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(headers)?.[1]?.replace(/\r\n\s+/g, ' ') ?? '';
  const text = unquoted(rest.join('\r\n\r\n'));
  return { recipient, subject, links: [...new Set(text.match(/https?:\/\/[^\s"<>]+/g) ?? [])] };
}

/** Quoted-printable, as mails with long lines are written. */
function unquoted(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&');
}
