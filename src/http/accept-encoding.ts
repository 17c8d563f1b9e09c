/**
 * Content coding negotiation by `Accept-Encoding`: the supported coding with the highest weight, brotli before
 * gzip when the weights are equal (DESIGN section 1, "Bodies").
 */
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

const codings: readonly Coding[] = ['br', 'gzip'];

export function chooseCoding(header: string | undefined): Coding | undefined {
  if (header === undefined || header === '') return undefined;
  const weights = new Map(header.split(',').map(readWeight));
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
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

export function compressor(coding: Coding): Transform {
  if (coding === 'gzip') return createGzip({ level: 4 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
