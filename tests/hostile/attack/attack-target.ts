/** What the attacker knows of the service that it attacks; handed to its process as JSON. */
import { z } from 'zod';

export const attackTarget = z.object({
  url: z.string(),
  seconds: z.number(),
  seed: z.number(),
  connections: z.number(),
  /** Of three accounts: a session of the dashboard each, and an endpoint with many rows. */
  accounts: z.array(z.object({ email: z.string(), cookie: z.string(), endpoint: z.string() })),
  /** An endpoint with a public page, and one with a token. */
  publicEndpoint: z.string(),
  lockedEndpoint: z.string(),
});

export type AttackTarget = z.infer<typeof attackTarget>;

/** One of the attacker's connections while it does one thing. */
export interface Attack extends AttackTarget {
  readonly random: () => number;
  /** After so long it leaves, whatever the service does. */
  readonly until: AbortSignal;
}

export function oneOf<T>({ random }: Pick<Attack, 'random'>, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/** A whole number. */
export function between({ random }: Pick<Attack, 'random'>, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}
