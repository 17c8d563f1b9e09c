/** Events of Stripe twice and in random order (contract 3.2.4): the same end, and a ledger that adds up. */
import { describe, expect, it } from 'vitest';
import { startStripeEmulator } from '../../emulators/stripe/stripe-emulator.ts';
import { bothEngines, createPostgresDatabase } from '../support/service.ts';
import { openGround } from './billing-ground.ts';
import { runHistory } from './stripe-history.ts';

const histories = 8;
const startsAt = Date.parse('2027-01-31T12:00:00Z');

describe.each(bothEngines)('events in random order on %s', (engine) => {
  it(`${histories} histories end in the same state as in order`, async () => {
    await using stripe = await startStripeEmulator({ now: startsAt });
    const settings = {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.server.origin,
      ...(engine === 'postgres' && { DATABASE_URL: await createPostgresDatabase() }),
    };
    await using ground = await openGround(settings, startsAt);
    for (let seed = 1; seed <= histories; seed++) {
      const { inOrder, shuffled, lost, told } = await runHistory(ground, stripe, seed);
      const place = `seed ${seed}\n${told.join('\n')}`;
      expect(lost, place).toEqual([]);
      expect(shuffled, place).toEqual(inOrder);
      expect([inOrder.sum, shuffled.sum], place).toEqual([inOrder.credits, shuffled.credits]);
    }
  });
});
