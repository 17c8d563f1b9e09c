/** A number with its noun, as sentences for people have it; pure. */

/** `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
