/**
 * `npm run bench -- --against FOLDER`: small hits on this checkout and on another one of this project, with its packages
 * installed, by turns in one run, because the speed of a machine changes by the minute.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, runCommandOf, startServiceProcess } from '../tests/support/service-process.ts';
import type { BenchWorld } from './bench-world.ts';
import { amount, atLeast, type Figure, median } from './figure.ts';
import { type Load, load, smallQueries } from './small-exports.ts';

const bar = 0.98;
const owner = 'metered@bench.example';

export async function against(world: BenchWorld, checkout: string): Promise<Figure[]> {
  await using own = await startCheckout(world, projectFolder, 'own');
  await using other = await startCheckout(world, checkout, 'other');
  const figures: Figure[] = [];
  for (const [work, query] of Object.entries(smallQueries)) {
    const loads: Record<'own' | 'other', Load[]> = { own: [], other: [] };
    for (const { url, pid } of [own, other]) await load(url + query, pid, 2);
    for (let round = 0; round < 2 * world.rounds; round++) {
      // Who is first changes, so that neither always follows a rest.
      const turns = [['own', own] as const, ['other', other] as const];
      for (const [name, { url, pid }] of round % 2 === 0 ? turns : turns.toReversed())
        loads[name].push(await load(url + query, pid, world.quick ? 1 : 3));
    }
    figures.push(
      compared(`${work}, requests per second`, loads, 'perSecond', '/s'),
      compared(`${work}, hits per second of processor time`, loads, 'hitsPerProcessorSecond', '/s'),
    );
  }
  return figures;
}

async function startCheckout(world: BenchWorld, checkout: string, name: string) {
  const dataDir = join(world.folder, name);
  await mkdir(dataDir);
  const run = (...words: readonly string[]) => runCommandOf(checkout, dataDir, words);
  await run('account', 'create', owner, '--plan', 'custom', '--credits', '500000000');
  const { id } = await run('publish', await world.file('small'), '--owner', owner);
  const service = await startServiceProcess(dataDir, [], {}, checkout);
  return {
    url: `${service.url}/${id}`,
    pid: service.pid,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function compared(
  work: string,
  { own, other }: Readonly<Record<'own' | 'other', readonly Load[]>>,
  measure: 'perSecond' | 'hitsPerProcessorSecond',
  unit: string,
): Figure {
  const typical = (loads: readonly Load[]): number =>
    median(loads.map((each) => (measure === 'perSecond' ? each.perSecond : 1e6 / each.processorUs)));
  return atLeast(bar, {
    work,
    subject: amount(typical(own), unit),
    baseline: `${amount(typical(other), unit)} there`,
    ratio: typical(own) / typical(other),
  });
}
