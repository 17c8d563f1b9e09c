/**
 * `npm run test:billing [-- --histories N] [--seed N]`: the long form of the events in random order, on SQLite or on
 * the database that DATABASE_URL names. Prints one line of JSON; exits with 1 when a history ended otherwise.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startStripeEmulator } from '../../emulators/stripe/stripe-emulator.ts';
import { openGround } from './billing-ground.ts';
import { runHistory } from './stripe-history.ts';

const { values } = parseArgs({ options: { histories: { type: 'string' }, seed: { type: 'string' } } });
const wanted = z.object({
  histories: z.coerce.number().int().positive().default(1_000),
  seed: z.coerce.number().int().default(1),
});
process.exit(await run(wanted.parse(values)));

async function run({ histories, seed: first }: z.infer<typeof wanted>): Promise<number> {
  const began = performance.now();
  const startsAt = Date.parse('2027-01-31T12:00:00Z');
  const ends: Record<string, number> = {};
  let [calls, events] = [0, 0];
  const wrong: number[] = [];
  const { DATABASE_URL } = process.env;
  for (let seed = first; seed < first + histories; seed++) {
    await using stripe = await startStripeEmulator({ now: startsAt + seed * 86_400_000 });
    await using ground = await openGround(
      {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.server.origin,
        ...(DATABASE_URL !== undefined && { DATABASE_URL }),
      },
      startsAt + seed * 86_400_000,
    );
    const { inOrder, shuffled, told } = await runHistory(ground, stripe, seed);
    const isEqual = JSON.stringify(inOrder) === JSON.stringify(shuffled);
    const addsUp = inOrder.sum === inOrder.credits && shuffled.sum === shuffled.credits;
    if (!isEqual || !addsUp) {
      wrong.push(seed);
      process.stdout.write(`${JSON.stringify({ seed, inOrder, shuffled, told }, null, 1)}\n`);
    }
    const end = `${inOrder.plan}${inOrder.cycleEnds === null && inOrder.plan !== 'trial' ? ' ended' : ''}`;
    ends[end] = (ends[end] ?? 0) + 1;
    calls += stripe.server.calls.length;
    events += stripe.world.events.length;
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ histories, seconds, events, calls, ends, wrong })}\n`);
  return wrong.length === 0 ? 0 : 1;
}
