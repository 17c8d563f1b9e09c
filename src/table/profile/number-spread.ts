/** The smallest, largest and average of numbers that come as texts, and how they are spread. */
import { Histogram } from './histogram.ts';
import type { Bar } from './table-profile.ts';
import { type Counted, ownCopy } from './value-counts.ts';

export class NumberSpread {
  smallest: string | undefined;
  largest: string | undefined;
  readonly #areWhole: boolean;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;
  #histogram: Histogram | undefined;

  constructor(areWhole: boolean) {
    this.#areWhole = areWhole;
  }

  get average(): number | undefined {
    const average = this.#sum / this.#count;
    return Number.isFinite(average) ? average : undefined;
  }

  add(text: string, count: number): void {
    const value = Number(text);
    if (!Number.isFinite(value)) return;
    if (value < this.#least) {
      this.#least = value;
      this.smallest = ownCopy(text);
    }
    if (value > this.#most) {
      this.#most = value;
      this.largest = ownCopy(text);
    }
    this.#sum += value * count;
    this.#count += count;
    this.#histogram?.add(value, count);
  }

  /** These have been added; from now on every number goes into its bar at once. */
  begin(values: readonly Counted[]): void {
    if (this.#count === 0) return;
    this.#histogram = new Histogram(this.#least, this.#most, this.#areWhole);
    for (const { text, count } of values) {
      const value = Number(text);
      if (Number.isFinite(value)) this.#histogram.add(value, count);
    }
  }

  bars(): Bar[] {
    return this.#histogram?.bars(this.#least, this.#most) ?? [];
  }
}
