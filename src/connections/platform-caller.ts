/**
 * The CallPlatform that sources and destinations are given: a working token on every call, within the platform's
 * rate limits, repeated a bounded number of times after a transient failure, ended when nobody waits for it any
 * more or the time is over (contract 8.4.2).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { cleanText } from '../base/clean-text.ts';
import { ServiceError } from '../errors/errors.ts';
import type { Platform, RateLimit, Refusal } from '../platform/platform.ts';
import {
  type CallPlatform,
  type PlatformCall,
  PlatformRefusal,
  type PlatformResponse,
} from '../platform/platform-request.ts';
import { isStateFailure, toServiceError } from '../storage/state-failure.ts';
import { limitIdentity, type NewCredential } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { findConnection, noteConnection } from './connection-store.ts';
import { type FreshToken, freshToken } from './fresh-token.ts';
import { sendRequest, TooSlowError } from './platform-http.ts';
import { type Permit, waitForRateLimits } from './rate-limit.ts';
import { closeSlots, maxCallMs } from './rate-limit-store.ts';
import { noteAccepted, warnOfConnection } from './stopped-store.ts';

interface CallerOptions {
  readonly connectionId: string;
  /** Aborted when nobody waits for the responses any more. */
  readonly signal: AbortSignal;
}

const maxRepeats = 3;
/** How long one export waits in all for a limit that the platform says is exceeded. */
const maxLimitWaitMs = 45_000;
/** However long a platform says that it is closed, it is asked again after these. */
const maxClosedMs = 300_000;
const maxRetryAfterSeconds = 86_400;

export function platformCaller(context: ConnectionContext, options: CallerOptions): CallPlatform {
  const { connectionId, signal } = options;
  return callerWith(context, (refused) => freshToken(context, connectionId, refused), signal);
}

/** With a token that is not kept, to see what it gives. */
export function credentialCaller(
  context: ConnectionContext,
  platform: Platform,
  given: NewCredential,
  signal: AbortSignal,
): CallPlatform {
  const { accessToken, refreshToken } = given;
  const credential = { accessToken, refreshToken, identity: limitIdentity(given) };
  const tokenNow = async (refused: string | undefined): Promise<FreshToken> => {
    if (refused === undefined) return { platform, credential };
    throw new ServiceError('platformRefused', { data: 'The platform refuses the token.' });
  };
  return callerWith(context, tokenNow, signal);
}

/** Gives a token that works now, or throws; `refused` is one that the platform has just refused. */
type TokenNow = (refused: string | undefined) => Promise<FreshToken>;

function callerWith(context: ConnectionContext, tokenNow: TokenNow, gone: AbortSignal): CallPlatform {
  const { config } = context;
  const late = AbortSignal.timeout(config.sourceTimeLimitMs);
  const started = performance.now();
  const reading: Reading = {
    late,
    signal: AbortSignal.any([late, gone]),
    endsAt: started + config.sourceTimeLimitMs,
    limitWaitedMs: 0,
    limitOpensAt: started,
  };
  return async (call) => {
    try {
      return await new CallInProgress(context, tokenNow, reading, call).response();
    } catch (error) {
      if (late.aborted && !gone.aborted) {
        const seconds = config.sourceTimeLimitMs / 1_000;
        const data = `Reading the source took longer than ${seconds} s.`;
        throw new ServiceError('sourceUnavailable', { data, cause: error });
      }
      // Tokens and rate limits are the service's own state: its failure is not one of the platform.
      throw isStateFailure(error) ? toServiceError(error) : error;
    }
  };
}

/** For an endpoint without a platform. */
export const callNobody: CallPlatform = () => {
  throw new ServiceError('sourceUnavailable', { data: 'The endpoint has no connection to a platform.' });
};

/** What the calls of one export share. */
interface Reading {
  readonly late: AbortSignal;
  readonly signal: AbortSignal;
  /** When its time is over, by `performance.now()` as all of these. */
  readonly endsAt: number;
  limitWaitedMs: number;
  /** Until when it waits for a limit; calls under way together wait together. */
  limitOpensAt: number;
}

class CallInProgress {
  readonly #context: ConnectionContext;
  readonly #tokenNow: TokenNow;
  readonly #reading: Reading;
  readonly #call: PlatformCall;
  #repeats = 0;
  /** Refusals for a limit that nobody told the length of. */
  #backOffs = 0;
  #refusedToken: string | undefined;

  constructor(context: ConnectionContext, tokenNow: TokenNow, reading: Reading, call: PlatformCall) {
    this.#context = context;
    this.#tokenNow = tokenNow;
    this.#reading = reading;
    this.#call = call;
  }

  async response(): Promise<PlatformResponse> {
    for (;;) {
      this.#reading.signal.throwIfAborted();
      const fresh = await this.#tokenNow(this.#refusedToken);
      const { platform, credential } = fresh;
      const { config, database } = this.#context;
      const limits = platform.rateLimits(config, credential.identity, this.#call.scope);
      const permit = await waitForRateLimits(database, limits, this.#reading.signal);
      const response = await this.#sendIn(permit, fresh);
      if (response === undefined) continue;
      if (response.status < 300 || response.status === 308) {
        await this.#noteSuccess(fresh);
        return response;
      }
      await this.#handle(platform.refusal(response.status, response.json), response, fresh, limits);
    }
  }

  async #noteSuccess({ connection }: FreshToken): Promise<void> {
    if (connection === undefined || connection.problem === null) return;
    const { database, now } = this.#context;
    await noteConnection(database.db, connection, { problem: null, checkedAt: now() });
    await noteAccepted(this.#context, connection);
  }

  async #sendIn(permit: Permit, fresh: FreshToken): Promise<PlatformResponse | undefined> {
    let response: PlatformResponse | undefined;
    try {
      response = await this.#send(fresh);
      return response;
    } finally {
      // Also of a call that was aborted: it may arrive, and then it counts.
      await (response ? permit.release() : permit.abandon());
    }
  }

  /** Undefined when there was no response and the call is to be sent again. */
  async #send({ platform, credential }: FreshToken): Promise<PlatformResponse | undefined> {
    const { method = 'GET', path, json, bytes, headers } = this.#call;
    try {
      return await sendRequest({
        method,
        url: `${platform.apiOrigin(this.#context.config, path)}${path}`,
        headers: {
          ...platform.headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
          authorization: `Bearer ${credential.accessToken}`,
        },
        body: bytes ?? (json === undefined ? undefined : JSON.stringify(json)),
        timeLimitMs: maxCallMs,
        signal: this.#reading.signal,
      });
    } catch (error) {
      if (this.#reading.signal.aborted) throw error;
      if (error instanceof TooSlowError) throw new ServiceError('sourceUnavailable', { cause: error });
      await this.#repeatLater(error);
      return undefined;
    }
  }

  /** Returns when the call is to be sent again. */
  async #handle(
    told: Refusal,
    response: PlatformResponse,
    fresh: FreshToken,
    limits: readonly RateLimit[],
  ): Promise<void> {
    const { kind } = told;
    // Its words go into answers, mails and the service's own state.
    const [code, message] = [cleanText(told.code, 100), cleanText(told.message, 1_000)];
    const refusal = { ...told, code, message };
    if (kind === 'credential') await this.#renew(fresh, refusal);
    else if (kind === 'limit') await this.#waitForLimit(refusal, response, limits);
    else if (kind === 'transient') await this.#repeatLater(refusal, secondsToWait(response));
    else if (kind === 'quota') throw limitExceeded(refusal, secondsToWait(response));
    else throw new PlatformRefusal(response.status, code, message || code || String(response.status));
  }

  /** Once: a token that is refused as soon as it was renewed is refused for good. */
  async #renew({ credential: { accessToken }, connection }: FreshToken, { message }: Refusal): Promise<void> {
    if (this.#refusedToken !== undefined && this.#refusedToken !== accessToken) {
      const data = message || 'The platform refuses the credential.';
      await this.#warn(connection, data);
      throw new ServiceError('platformRefused', { data });
    }
    this.#refusedToken = accessToken;
  }

  /** Its token has just been renewed: it has another version. */
  async #warn(connection: FreshToken['connection'], reason: string): Promise<void> {
    const current = connection && (await findConnection(this.#context.database.db, connection.id));
    if (current) await warnOfConnection(this.#context, current, reason);
  }

  async #waitForLimit(
    refusal: Refusal,
    response: PlatformResponse,
    limits: readonly RateLimit[],
  ): Promise<void> {
    const told = secondsToWait(response) ?? refusal.closedForSeconds;
    const seconds = told ?? 2 ** this.#backOffs + Math.random();
    const [narrowest] = limits;
    const closedMs = Math.min(Math.ceil(seconds * 1_000), maxClosedMs);
    if (narrowest) await closeSlots(this.#context.database, narrowest, closedMs);
    const isRepeatedEnough = told !== undefined && this.#repeats >= maxRepeats;
    if (isRepeatedEnough || !this.#mayWait(seconds * 1_000)) throw limitExceeded(refusal, seconds);
    if (told === undefined) this.#backOffs += 1;
    else this.#repeats += 1;
    await delay(seconds * 1_000, undefined, { signal: this.#reading.signal });
  }

  /** Counts the wait; false when it is longer than one export waits for limits, or than its time. */
  #mayWait(milliseconds: number): boolean {
    const reading = this.#reading;
    const now = performance.now();
    const opensAt = Math.max(now + milliseconds, reading.limitOpensAt);
    reading.limitWaitedMs += opensAt - Math.max(now, reading.limitOpensAt);
    reading.limitOpensAt = opensAt;
    return reading.limitWaitedMs <= maxLimitWaitMs && opensAt < reading.endsAt;
  }

  async #repeatLater(cause: unknown, seconds = 0): Promise<void> {
    if (this.#repeats >= maxRepeats || this.#call.once || seconds * 1_000 > maxLimitWaitMs) {
      throw new ServiceError('sourceUnavailable', { cause });
    }
    const backOff = 250 * 2 ** this.#repeats * (1 + Math.random());
    this.#repeats += 1;
    await delay(Math.max(backOff, seconds * 1_000), undefined, { signal: this.#reading.signal });
  }
}

function limitExceeded({ code, message }: Refusal, seconds: number | undefined): ServiceError {
  return new ServiceError('platformRateLimit', {
    placeholders: { code },
    ...(message !== '' && { data: message }),
    ...(seconds !== undefined && { retryAfterSeconds: Math.ceil(seconds) }),
  });
}

/** `Retry-After`, as seconds or as a date. */
function secondsToWait({ headers }: PlatformResponse): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), maxRetryAfterSeconds);
}
