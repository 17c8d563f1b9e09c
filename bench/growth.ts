/**
 * Time per row for a million rows, compared with 10,000. The fixed cost of a request (HTTP, credit, start of a
 * command) is subtracted from both: it is the intercept of the line through 1,000 and 10,000 rows, whose slope is the
 * time per row at 10,000. Small tables are read repeatedly.
 */
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, atMost, type Figure, median } from './figure.ts';
import { timedRead } from './timed-read.ts';

const fewRows = 1_000;
const someRows = 10_000;
/** The time of a small upload is mostly process startup, which varies. */
const uploadRepeats = 5;

export async function growth(world: BenchWorld): Promise<Figure[]> {
  return [
    await exportGrowth(world, 'csv', ''),
    await exportGrowth(world, 'json_records', '?type=json_records'),
    await uploadGrowth(world),
  ];
}

async function exportGrowth(world: BenchWorld, name: string, query: string): Promise<Figure> {
  await using service = await world.startService();
  const read = async (rows: number, times: number): Promise<number> => {
    const { path } = await world.published(rows);
    const started = performance.now();
    for (let time = 0; time < times; time++) await timedRead(service.url + path + query);
    return (performance.now() - started) / times;
  };
  return await growthOf(`time per row, ${name}`, world.rounds, {
    few: () => read(fewRows, 200),
    some: () => read(someRows, 100),
    many: () => read(largeRows, 1),
  });
}

async function uploadGrowth(world: BenchWorld): Promise<Figure> {
  const time = async (rows: number): Promise<number> => {
    const file = await world.file(rows);
    const started = performance.now();
    await world.publish(file, 'metered');
    return performance.now() - started;
  };
  const often = async (rows: number): Promise<number> => {
    const times: number[] = [];
    for (let repeat = 0; repeat < uploadRepeats; repeat++) times.push(await time(rows));
    return median(times);
  };
  return growthOf('time per row, upload', world.quick ? 1 : 3, {
    few: () => often(fewRows),
    some: () => often(someRows),
    many: () => time(largeRows),
  });
}

interface Sizes {
  readonly few: () => Promise<number>;
  readonly some: () => Promise<number>;
  readonly many: () => Promise<number>;
}

async function growthOf(work: string, rounds: number, { few, some, many }: Sizes): Promise<Figure> {
  const times: { few: number; some: number; many: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    times.push({ few: await few(), some: await some(), many: await many() });
  }
  const warm = times.slice(1);
  const fewMs = median(warm.map((one) => one.few));
  const someMs = median(warm.map((one) => one.some));
  const manyMs = median(warm.map((one) => one.many));
  const perRow = (someMs - fewMs) / (someRows - fewRows);
  const fixed = fewMs - fewRows * perRow;
  const perRowOfMany = (manyMs - fixed) / largeRows;
  return atMost(1.2, {
    work,
    subject: `${amount(1_000 * perRowOfMany, 'µs')} at 1M`,
    baseline: `${amount(1_000 * perRow, 'µs')} at 10,000`,
    // Zero or less means that the machine was too busy for a valid measurement, which must not pass.
    ratio: perRow > 0 ? perRowOfMany / perRow : Number.NaN,
  });
}
