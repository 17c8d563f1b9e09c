/**
 * A large answer with compression: the first one, which is made, and a second one, which is sent as the file that the
 * first became.
 */
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, type Figure, median, within } from './figure.ts';
import { timedRead } from './timed-read.ts';

const minFirstRate = 100;

export async function compressedAnswers(world: BenchWorld): Promise<Figure[]> {
  const { path } = await world.published(largeRows);
  const figures: Figure[] = [];
  for (const [type, coding, bar] of [
    ['csv', 'gzip', 300],
    ['csv', 'zstd', 300],
    ['json_records', '', undefined],
    ['json_records', 'gzip', undefined],
  ] as const) {
    const url = `${path}?type=${type}`;
    const headers = coding === '' ? {} : { 'accept-encoding': coding };
    const work = `1M x 10, ${type}${coding && `, ${coding}`}`;
    figures.push(await first(world, url, headers, work));
    figures.push(await second(world, url, headers, { work, bar }));
  }
  return figures;
}

type Headers = Readonly<Record<string, string>>;

async function first(world: BenchWorld, url: string, headers: Headers, work: string): Promise<Figure> {
  await using service = await world.startServiceWithoutRenderings();
  const { bytes } = await timedRead(service.url + url);
  const times: number[] = [];
  for (let round = 0; round < world.rounds; round++) {
    times.push((await timedRead(service.url + url, headers)).totalMs);
  }
  const rate = bytes / median(times) / 1_000;
  const isCompressed = 'accept-encoding' in headers && url.endsWith('csv');
  const verdict = isCompressed ? (rate >= minFirstRate ? 'pass' : 'short') : 'info';
  const bar = isCompressed ? `>= ${minFirstRate} MB/s` : '';
  return {
    work: `${work}, first`,
    subject: `${amount(rate, 'MB/s')} (${amount(median(times), 'ms')})`,
    baseline: '',
    ratio: '',
    bar,
    verdict,
  };
}

async function second(
  world: BenchWorld,
  url: string,
  headers: Headers,
  { work, bar }: { readonly work: string; readonly bar: number | undefined },
): Promise<Figure> {
  await using service = await world.startService();
  await timedRead(service.url + url, headers);
  const times: number[] = [];
  for (let round = 0; round < world.rounds; round++) {
    times.push((await timedRead(service.url + url, headers)).totalMs);
  }
  const figure = within(`${work}, second`, median(times), bar ?? Number.POSITIVE_INFINITY, 'ms');
  return bar === undefined ? { ...figure, ratio: '', bar: '', verdict: 'info' } : figure;
}
