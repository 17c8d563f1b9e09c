/**
 * JSON in which one place, anywhere, is not what it should be: another type, missing, doubled, under another
 * name, or beyond all measure. The same random numbers give the same twist.
 */
type Random = () => number;

const strangers: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53 + 2,
  '',
  'x',
  '\u0000\ud800',
  '\u2028</script>',
  [],
  {},
  [null],
  [[[[]]]],
  { error: '#ERROR!' },
  { type: 'formula', formula: { type: 'formula' } },
  { constructor: { prototype: 1 }, toString: 2, length: -3 },
];

const strangeKeys = ['', '__proto__', 'constructor', 'id', 'type', 'error', '0', 'x'.repeat(300)];

export function twistedJson(json: string, random: Random): string {
  const places = countPlaces(JSON.parse(json));
  let left = Math.floor(random() * places);
  return JSON.stringify(JSON.parse(json), function twist(this: unknown, _key: string, value: unknown) {
    left -= 1;
    return left === -1 ? replaced(value, random) : value;
  });
}

function countPlaces(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + countPlaces(part), 1);
}

/** Undefined: it is left out of an object, and null in a list. */
function replaced(value: unknown, random: Random): unknown {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const choice = random();
  if (choice < 0.2) return undefined;
  if (choice < 0.3) return [value, value];
  if (choice < 0.5 && Array.isArray(value)) return [...value, ...value, pick(strangers)];
  if (choice < 0.6 && typeof value === 'object' && value !== null) {
    const [first, ...rest] = Object.entries(value);
    return Object.fromEntries([...rest, [pick(strangeKeys) ?? '', first?.[1]]]);
  }
  return pick(strangers);
}
