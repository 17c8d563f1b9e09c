/** How many values a property is tried with: `npm test` takes a tenth of them, `npm run test:long` all (`FUZZ=full`). */
export function fuzzed(runs: number): number {
  return process.env['FUZZ'] === 'full' ? runs : Math.ceil(runs / 10);
}
