/**
 * What the `data` of a refusal must never hold: paths, traces, the engine's inner workings, encoded names
 * (contract 7.1.4).
 */
import { expect } from 'vitest';

const leaks: readonly RegExp[] = [
  /\/(?:tmp|work|home|usr|var|dev|proc|root|app)\/(?!tablecast-|x\b)/,
  /\n\s+at /,
  /node:|\.ts\b|node_modules/,
  /not authorized|prohibited/i,
  /ERR_[A-Z]/,
  /sandbox\/child|sql-results|table\.sqlite/,
  /undefined|\[object/,
  /TypeError|RangeError|SqlRefusal/,
  /should this be a string literal/,
  /[\u{10ff40}-\u{10ffff}]/u,
  /unable to open|malformed|disk I\/O|readonly database/,
  /Alice|Bob|Ann Lee canary/,
];

export function expectNoLeak(reason: string): void {
  for (const leak of leaks) expect(reason).not.toMatch(leak);
}
