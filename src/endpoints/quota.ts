/**
 * What a plan allows besides credits: so many endpoints, so much space for files (contract 8.5.1, decision 054). A file
 * counts with all that the store keeps of it. An account without a limit of credits has none here either.
 */
import type { Config } from '../config/config.ts';
import { ServiceError } from '../errors/errors.ts';
import { isPlanName } from '../ledger/plans/plans.ts';

/** Null for no limit. */
interface Quota {
  readonly bytes: number | null;
  readonly endpoints: number | null;
}

export interface Used {
  readonly bytes: number;
  /** Of files that were replaced or deleted, and are still there for their readers. */
  readonly retiredBytes: number;
  readonly endpoints: number;
}

/** What the account has, and what its plan allows. */
export interface Room {
  readonly quota: Quota;
  readonly used: Used;
}

interface FileWanted {
  /** Undefined while it is not known yet. */
  readonly bytes: number | undefined;
  readonly replacedBytes: number;
}

/** Files, those included that wait for their removal, may take so many times what the plan allows. */
const withRetired = 2;
const megabyte = 1024 * 1024;

export function quotaOf(
  { planStorageMb, planEndpoints }: Pick<Config, 'planStorageMb' | 'planEndpoints'>,
  { plan, credits }: { readonly plan: string; readonly credits: number | null },
): Quota {
  if (credits === null || !isPlanName(plan)) return { bytes: null, endpoints: null };
  const storage = planStorageMb[plan];
  return { bytes: storage === null ? null : storage * megabyte, endpoints: planEndpoints[plan] };
}

export function requireEndpointRoom({ quota, used }: Room): void {
  if (quota.endpoints === null || used.endpoints < quota.endpoints) return;
  const allowed = quota.endpoints === 1 ? '1 endpoint' : `${quota.endpoints} endpoints`;
  throw planFull(
    `Your plan allows ${allowed}, and ${used.endpoints} are used. Delete an endpoint or choose a larger plan.`,
  );
}

/** A smaller file may always take the place of a larger one. */
export function requireFileRoom({ quota, used }: Room, { bytes = 1, replacedBytes }: FileWanted): void {
  if (quota.bytes === null) return;
  if (bytes > replacedBytes && used.bytes - replacedBytes + bytes > quota.bytes)
    throw fileTooLarge({ quota, used }, bytes);
  if (used.bytes + used.retiredBytes + bytes > withRetired * quota.bytes)
    throw planFull(
      `Files that you replaced or deleted are kept for a while for those who still read them, and take ${inMegabytes(used.retiredBytes)}. Try again in a few minutes.`,
    );
}

/** Without `bytes`: it is larger than what is left, nobody knows by how much. */
export function fileTooLarge({ quota, used }: Room, bytes: number): ServiceError {
  const needs = bytes < megabyte / 20 ? 'does not fit' : `needs ${inMegabytes(bytes)} more`;
  return planFull(
    `Your plan stores ${inMegabytes(quota.bytes ?? 0)}, and ${inMegabytes(used.bytes)} are used: this file ${needs}. Delete a file or choose a larger plan.`,
  );
}

/** The most bytes that a file may have to fit. */
export function bytesLeft({ quota, used }: Room, replacedBytes: number): number {
  if (quota.bytes === null) return Number.POSITIVE_INFINITY;
  return Math.max(quota.bytes - used.bytes + replacedBytes, replacedBytes);
}

function planFull(problem: string): ServiceError {
  return new ServiceError('planFull', { placeholders: { problem } });
}

function inMegabytes(bytes: number): string {
  return `${(Math.round((10 * bytes) / megabyte) / 10).toLocaleString('en-US')} MB`;
}
