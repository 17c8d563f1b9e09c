/**
 * Why a mail could not be sent, as the operator reads it, and what follows from that: a recipient that is refused for
 * good is given up, and a server that cannot be used at all is left alone for a moment.
 */
import { z } from 'zod';
import { cleanText } from '../base/clean-text.ts';

export interface SendFailure {
  readonly text: string;
  /** The server will never take a mail for this recipient. */
  readonly isFinal: boolean;
  /** It is not about this mail: another one would fail, too. */
  readonly isOutage: boolean;
}

const errorShape = z.object({
  message: z.string(),
  code: z.string().optional().catch(undefined),
  /** The reply code of the server. */
  responseCode: z.number().optional().catch(undefined),
  /** The SMTP command that it replied to. */
  command: z.string().optional().catch(undefined),
});

const textLength = 500;

/** `secrets` are left out of the text: the password, and the address of the recipient, which the log must not have. */
export function sendFailure(error: unknown, secrets: readonly string[]): SendFailure {
  const shaped = errorShape.safeParse(error);
  if (!shaped.success) return { text: 'The mail could not be sent.', isFinal: false, isOutage: true };
  const { message, code = '', responseCode, command } = shaped.data;
  const isOfRecipient = code === 'EADDRESS' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  // What cannot be made into a mail at all.
  const isAboutMail = isOfRecipient || code === 'EMESSAGE' || error instanceof TypeError;
  return {
    text: cleanText(`${explanation(code, message)} ${withoutSecrets(message, secrets)}`, textLength),
    isFinal: isOfRecipient && isPermanent(responseCode),
    isOutage: !isAboutMail || responseCode === 421,
  };
}

/** Without a reply it is the address itself that cannot be written into a mail; 530 asks for a login. */
function isPermanent(responseCode: number | undefined): boolean {
  return responseCode === undefined || (responseCode >= 500 && responseCode !== 530);
}

function explanation(code: string, message: string): string {
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return 'The mail server refused the login; check user and password in SMTP_URL:';
  }
  if (code === 'ETLS' || /certificate|TLS|SSL/i.test(message)) {
    return 'The TLS connection to the mail server failed; check SMTP_URL:';
  }
  return explanations[code] ?? 'The mail could not be sent:';
}

const unreachable = 'The mail server cannot be reached; check SMTP_URL:';

const explanations: Readonly<Record<string, string>> = {
  ECONNECTION: unreachable,
  EDNS: unreachable,
  ESOCKET: unreachable,
  ETIMEDOUT: 'The mail server did not answer in time:',
  EENVELOPE: 'The mail server refused sender or recipient:',
  EMESSAGE: 'The mail server refused the mail:',
};

function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .reduce((text, secret) => text.replaceAll(secret, '…'), message);
}
