/** The state of an endpoint, wherever one is shown: what its requests get, and the way to repair it. */
import { z } from 'zod';
import { id, moment } from '../route.ts';

/** Where something is repaired, and what the button says. */
export const repair = z
  .object({
    place: z.enum(['columns', 'connection', 'plans', 'resume']),
    label: z.string(),
    /** Null unless it is one that is to be reconnected. */
    connectionId: id.nullable(),
  })
  .nullable();

export const stateShape = {
  state: z.enum([
    'working',
    'source changed',
    'connection stopped',
    'failing',
    'paused',
    'account blocked',
    'account not initialised',
    'free trial expired',
    'subscription expired',
    'credit balance zero',
  ]),
  /** Null while it works. */
  problem: z
    .object({
      /** In a word or two. */
      label: z.string(),
      title: z.string(),
      /** What that means, and what to do. */
      reason: z.string(),
      /** Null when nobody knows. */
      since: moment.nullable(),
      /** As the platform said it. */
      details: z.string().nullable(),
      repair,
    })
    .nullable(),
};
