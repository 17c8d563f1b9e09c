/**
 * Column names as they appear in every format: repeated names become `a`, `a_2`, `a_3`, never a name that another
 * column already has, so that no column is lost in formats that use names as keys (contract 4.7.7).
 */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  if (taken.size === names.length) return names;
  const seen = new Set<string>();
  const lastSuffix = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let suffix = (lastSuffix.get(name) ?? 1) + 1;
    while (taken.has(`${name}_${suffix}`)) suffix += 1;
    lastSuffix.set(name, suffix);
    taken.add(`${name}_${suffix}`);
    return `${name}_${suffix}`;
  });
}
