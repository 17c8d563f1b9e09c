/**
 * At most twenty bars over numbers that come one by one: each bar is 1, 2 or 5 times a power of ten wide, and they are
 * as narrow as twenty allow. Numbers are counted in bins that are narrower by far and become ten times as wide
 * whenever there are too many, so that no number is kept.
 */
import type { Bar } from './table-profile.ts';

const mostBars = 20;
const mostBins = 2_000;
/** As powers of ten. */
const finerBy = 3;
const narrowest = -300;
const ofOneNumber = -6;

export class Histogram {
  #exponent: number;
  #bins = new Map<number, number>();

  /** Two of the numbers that will come; of whole ones no bar is narrower than one. */
  constructor(smallest: number, largest: number, areWhole: boolean) {
    const range = Math.min(largest - smallest, Number.MAX_VALUE);
    const exponent = range === 0 ? ofOneNumber : Math.floor(Math.log10(range)) - finerBy;
    this.#exponent = Math.max(areWhole ? 0 : narrowest, exponent);
  }

  add(value: number, count: number): void {
    const bin = placeOf(value, 1, this.#exponent);
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
    while (this.#bins.size > mostBins) this.#widen();
  }

  /** The extremes of what was added. */
  bars(smallest: number, largest: number): Bar[] {
    const range = largest - smallest;
    if (range === 0 || !Number.isFinite(range)) return [];
    const { step, exponent } = this.#width(smallest, largest);
    const first = placeOf(smallest, step, exponent);
    const length = Math.min(mostBars, placeOf(largest, step, exponent) - first + 1);
    const counts = Array.from({ length }, () => 0);
    const binsInBar = step * 10 ** (exponent - this.#exponent);
    for (const [bin, count] of this.#bins) {
      const at = Math.max(0, Math.min(length - 1, Math.floor(bin / binsInBar) - first));
      counts[at] = (counts[at] ?? 0) + count;
    }
    return counts.map((count, at) => ({
      from: times((first + at) * step, exponent),
      to: times((first + at + 1) * step, exponent),
      count,
    }));
  }

  #width(smallest: number, largest: number): { readonly step: number; readonly exponent: number } {
    for (let exponent = this.#exponent; ; exponent++) {
      for (const step of [1, 2, 5]) {
        const bars = placeOf(largest, step, exponent) - placeOf(smallest, step, exponent) + 1;
        if (bars <= mostBars) return { step, exponent };
      }
    }
  }

  #widen(): void {
    const wider = new Map<number, number>();
    for (const [bin, count] of this.#bins) {
      const at = Math.floor(bin / 10);
      wider.set(at, (wider.get(at) ?? 0) + count);
    }
    this.#bins = wider;
    this.#exponent += 1;
  }
}

/** In which of the stretches of `step` times a power of ten. */
function placeOf(value: number, step: number, exponent: number): number {
  return Math.floor(times(value, -exponent) / step);
}

/** Powers of ten below one are no exact numbers. */
function times(value: number, exponent: number): number {
  return exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
}
