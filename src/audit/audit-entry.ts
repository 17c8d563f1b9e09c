/** An entry of the audit log: who did what, on what of whose, from where. Never a token, a password or a statement. */
import type { AuditAction } from './audit-actions.ts';

export interface Actor {
  /** Null of the command line and of the service itself. */
  readonly id: string | null;
  /** The e-mail address, or what acts without one. */
  readonly email: string;
  readonly from: Origin;
}

/** The client of a request; null where there is none. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

const noOrigin: Origin = { address: null, userAgent: null };
export const commandLine: Actor = { id: null, email: 'command line', from: noOrigin };

/** Where nobody is known who did it. */
export const system = (from: Origin): Actor => ({ id: null, email: 'system', from });

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** `from` is where the request came from. */
export const actorOf = ({ id, email }: Person, from: Origin): Actor => ({ id, email, from });

export type Details = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface AuditEvent {
  readonly action: AuditAction;
  /** Whose; null where it is of no account. */
  readonly account: Person | null;
  readonly target: Target;
  readonly details?: Details | undefined;
}

export interface Target {
  readonly kind:
    | 'account'
    | 'api key'
    | 'connection'
    | 'endpoint'
    | 'file'
    | 'invitation'
    | 'mail'
    | 'plan'
    | 'proxy'
    | 'schedule'
    | 'webhook secret';
  readonly id: string | null;
  readonly name: string | null;
}

/** About an account itself. */
export function accountEvent(action: AuditAction, account: Person, details?: Details): AuditEvent {
  return { action, account, target: { kind: 'account', id: account.id, name: account.email }, details };
}
