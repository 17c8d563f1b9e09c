/**
 * `npm run bench -- --check`: tells who makes a small hit a tenth dearer. Its price in processor time, as a ratio to a
 * bare route in the same run, is compared with the one kept in `kept-prices.json`; `--keep` writes what was measured.
 * Others on the machine make a price look higher by chance, so that one that is too high is measured again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BenchWorld } from './bench-world.ts';
import { atLeast, type Figure } from './figure.ts';
import { smallPrices } from './small-exports.ts';

const file = new URL('./kept-prices.json', import.meta.url);
const ofFile = z.record(z.string(), z.number());
const allowed = 0.9;
const tries = 3;

export async function checkPrices(world: BenchWorld): Promise<Figure[]> {
  const kept = ofFile.parse(JSON.parse(await readFile(file, 'utf8')));
  let best: Record<string, number> = {};
  for (let attempt = 0; attempt < tries; attempt++) {
    const measured = await smallPrices(world);
    best = Object.fromEntries(
      Object.entries(measured).map(([name, price]) => [name, Math.max(price, best[name] ?? 0)]),
    );
    if (Object.entries(kept).every(([name, price]) => (best[name] ?? 0) >= allowed * price)) break;
  }
  return figuresOf(best, kept);
}

export async function keepPrices(world: BenchWorld): Promise<Figure[]> {
  const measured = await smallPrices(world);
  const kept = Object.fromEntries(
    Object.entries(measured).map(([name, price]) => [name, Number(price.toFixed(3))]),
  );
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  return figuresOf(measured, kept);
}

type Prices = Readonly<Record<string, number>>;

function figuresOf(measured: Prices, kept: Prices): Figure[] {
  return Object.entries(kept).map(([name, price]) =>
    atLeast(allowed, {
      work: `${name}, price of a hit`,
      subject: `${(measured[name] ?? 0).toFixed(3)} of a bare route`,
      baseline: `${price.toFixed(3)} kept`,
      ratio: (measured[name] ?? 0) / price,
    }),
  );
}
