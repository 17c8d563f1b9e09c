/**
 * Content coding negotiation by `Accept-Encoding`: the supported coding with the highest weight, zstd before
 * gzip when the weights are equal (contract 4.7.11).
 */
import { type Coding, codings } from '../../export/content-coding.ts';

export function chooseCoding(header: string | undefined): Coding | undefined {
  if (header === undefined || header === '') return undefined;
  const weights = new Map(header.split(',').map(readWeight));
  // Not every client that takes anything knows zstd.
  const rest: Record<Coding, number> = { zstd: 0, gzip: weights.get('*') ?? 0 };
  const weightOf = (coding: Coding): number => weights.get(coding) ?? rest[coding];
  const best = codings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  return weightOf(best) > 0 ? best : undefined;
}

/** `gzip;q=0.5` */
function readWeight(item: string): [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isFinite(weight) ? weight : 0];
}
