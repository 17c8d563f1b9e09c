/** The attacker, a process of its own: on each connection one behaviour after the other, chosen at random by its seed. */
import { randomNumbers } from '../../support/random-numbers.ts';
import { accountBehaviours } from './account-behaviours.ts';
import { type Attack, attackTarget, between } from './attack-target.ts';
import { connectionBehaviours } from './connection-behaviours.ts';

const target = attackTarget.parse(JSON.parse(process.argv[2] ?? ''));
const end = AbortSignal.timeout(target.seconds * 1_000);
const behaviours = Object.entries({ ...connectionBehaviours, ...accountBehaviours });
const longestMs = 5_000;
const counts: Record<string, number> = {};

// A limit of the number of listeners would only be told.
process.on('warning', () => {});
await Promise.all(Array.from({ length: target.connections }, (_, at) => attackOn(at)));
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);

async function attackOn(connection: number): Promise<void> {
  const random = randomNumbers(target.seed + connection);
  while (!end.aborted) {
    const until = AbortSignal.any([end, AbortSignal.timeout(longestMs)]);
    const attack: Attack = { ...target, random, until };
    const [name, behave] = behaviours[between(attack, 0, behaviours.length - 1)] ?? [];
    if (name === undefined || behave === undefined) continue;
    counts[name] = (counts[name] ?? 0) + 1;
    // A connection that the service has cut is no reason to stop.
    await behave(attack).catch(() => {});
  }
}
