/**
 * Whether the session of this page has ended, known from any call that is refused for it, and whose session it was.
 * The page stays as it is meanwhile, with all that was typed.
 */
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api-client.ts';

let accountId: string | undefined;
let hasEnded = false;
const listeners = new Set<() => void>();

export function noticeFailure(error: unknown): void {
  if (accountId !== undefined && isSessionEnd(error)) tell(true);
}

/** Somebody is signed in; nothing of the page belongs to another account, so it is loaded anew for that one. */
export function noticeAccount(id: string): void {
  if (accountId !== undefined && accountId !== id) location.assign(document.baseURI);
  accountId = id;
  tell(false);
}

/** After signing out, and before signing in. */
export function forgetAccount(): void {
  accountId = undefined;
  tell(false);
}

export function useSessionEnd(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded);
}

/** A wrong password has the same status, but a code of its own. */
export function isSessionEnd(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.refusal.status !== 401) return false;
  return error.refusal.code === undefined || error.refusal.code === 'UNAUTHORIZED';
}

function tell(value: boolean): void {
  if (hasEnded === value) return;
  hasEnded = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
