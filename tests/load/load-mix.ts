/**
 * What the load asks for: formats, sizes, statements and compressed answers, in the shares of `mix`, of one account
 * with a finite number of credits.
 */
import type { FaultWorld } from '../faults/fault-world.ts';
import { csvOf } from '../faults/fault-world.ts';

export interface MixedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadMix {
  /** The request of this number: the same order in every run. */
  at(number: number): MixedRequest;
  /** A body of some megabytes, for those who read slowly. */
  readonly large: MixedRequest;
}

const sizes = { small: 2_000, middle: 60_000, large: 2_000_000 } as const;
type Size = keyof typeof sizes;

const grouped = encodeURIComponent('SELECT words, count(*) AS n FROM service_table GROUP BY words');

/** Size, query, accepted encoding, and how many of all requests. */
const mix: readonly (readonly [Size, string, string, number])[] = [
  ['small', '', 'identity', 40],
  ['small', '?type=json_records', 'gzip', 20],
  ['small', '?type=html_table', 'identity', 5],
  ['small', '?type=xml', 'gzip', 5],
  ['small', `?type=json_values&sql=${grouped}`, 'identity', 10],
  ['middle', '', 'gzip', 8],
  ['middle', '?type=json_split', 'identity', 6],
  ['middle', `?sql=${grouped}`, 'identity', 4],
  ['large', '', 'identity', 1],
  ['large', '?type=json_records', 'gzip', 1],
];

const owner = 'load@example.com';

export async function publishMix(world: FaultWorld): Promise<LoadMix> {
  await world.command('account', 'create', owner, '--plan', 'custom', '--credits', '500000000');
  const ids = new Map<Size, string>();
  for (const size of ['small', 'middle', 'large'] as const) {
    const file = await world.file(`${size}.csv`, csvOf(size, sizes[size]));
    ids.set(size, String((await world.command('publish', file, '--owner', owner))['id']));
  }
  const requests = mix.flatMap(([size, query, encoding, share]) => {
    const request = { path: `/${ids.get(size)}${query}`, headers: { 'accept-encoding': encoding } };
    return Array.from({ length: share }, (_, at) => ({ request, place: (at + 0.5) / share }));
  });
  const ordered = requests.sort((a, b) => a.place - b.place).map(({ request }) => request);
  const large = { path: `/${ids.get('large')}`, headers: { 'accept-encoding': 'identity' } };
  return { at: (number) => ordered[number % ordered.length] ?? large, large };
}
