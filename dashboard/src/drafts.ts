/** What was typed is kept in the browser for seven days, so that nothing is lost; never secrets. */
import { useCallback, useState } from 'react';

const keptMs = 7 * 24 * 60 * 60 * 1_000;
const prefix = 'tablecast-draft:';

/** `check` reads what an earlier version may have stored otherwise; undefined: it is not used. */
export function useDraft<Value>(
  key: string,
  initial: Value,
  check: (stored: unknown) => Value | undefined,
): readonly [value: Value, change: (value: Value) => void, clear: () => void] {
  const [value, setValue] = useState<Value>(() => readDraft(key, check) ?? initial);
  const change = useCallback(
    (next: Value) => {
      setValue(next);
      writeDraft(key, next);
    },
    [key],
  );
  const clear = useCallback(() => removeDraft(key), [key]);
  return [value, change, clear];
}

export function readDraft<Value>(
  key: string,
  check: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('value' in stored)) return;
    return typeof stored.at === 'number' && Date.now() - stored.at < keptMs ? check(stored.value) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // A full or forbidden store costs the draft only.
  }
}

export function removeDraft(key: string): void {
  localStorage.removeItem(prefix + key);
}

/** Once at the start of the dashboard. */
export function removeOldDrafts(): void {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const key = name.slice(prefix.length);
    if (readDraft(key, () => true) === undefined) removeDraft(key);
  }
}
