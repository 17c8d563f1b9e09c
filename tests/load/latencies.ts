/** How long answers took, in a fixed amount of memory: counted in classes that differ by two per cent. */

const growth = Math.log(1.02);
const smallestMs = 0.01;
const classes = 1_000;

export class Latencies {
  readonly #counts = new Float64Array(classes);
  count = 0;
  maxMs = 0;

  record(ms: number): void {
    const at = Math.floor(Math.log(Math.max(ms, smallestMs) / smallestMs) / growth);
    const index = Math.min(at, classes - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.count += 1;
    this.maxMs = Math.max(this.maxMs, ms);
  }

  add(other: Latencies): void {
    for (const [index, count] of other.#counts.entries())
      this.#counts[index] = (this.#counts[index] ?? 0) + count;
    this.count += other.count;
    this.maxMs = Math.max(this.maxMs, other.maxMs);
  }

  /** `share` from 0 to 1. */
  quantileMs(share: number): number {
    let seen = 0;
    for (const [index, count] of this.#counts.entries()) {
      seen += count;
      if (seen > 0 && seen >= share * this.count) return smallestMs * Math.exp((index + 1) * growth);
    }
    return 0;
  }
}
