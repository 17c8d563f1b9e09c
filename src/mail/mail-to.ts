/** A mail to the owner of an account, as the outbox takes it. */
import { randomId } from '../base/random-id.ts';
import type { OutboxMail } from './outbox-store.ts';
import type { Message } from './template.ts';

export interface Addressee {
  readonly id: string;
  readonly email: string;
}

export function mailTo({ id, email }: Addressee, message: Message): OutboxMail {
  return { id: randomId(), accountId: id, recipient: email, ...message };
}
