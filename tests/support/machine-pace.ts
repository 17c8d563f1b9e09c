/**
 * Bars of time are of a quiet machine. One that is busy with others is slower by a factor that has nothing to do with
 * the code: a bar is lengthened by it, measured with a fixed piece of work right after what was timed.
 */
const quietMs = 10;
const samples = 9;

/** A bar in milliseconds, as long as it is for the same work on this machine at this moment. */
export function atThisPace(ms: number): number {
  const times = Array.from({ length: samples }, timeOfWork);
  const mean = times.reduce((sum, time) => sum + time, 0) / samples;
  return ms * Math.max(1, mean / quietMs);
}

function timeOfWork(): number {
  const began = performance.now();
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: (at * 7919) % 99_991, text: `text ${at}` }));
  JSON.stringify(rows.toSorted((a, b) => a.id - b.id));
  return performance.now() - began;
}
