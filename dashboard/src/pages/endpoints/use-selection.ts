/** Which endpoints of the page are chosen; one that is no longer on it is not. */
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly selectAll: (isSelected: boolean) => void;
}

export function useSelection(listed: readonly { readonly id: string }[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => new Set((listed ?? []).map(({ id }) => id).filter((id) => chosen.has(id))),
    [listed, chosen],
  );
  const toggle = useCallback((id: string) => {
    setChosen((before) => (before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id]))));
  }, []);
  const selectAll = useCallback(
    (isSelected: boolean) => setChosen(new Set(isSelected ? (listed ?? []).map(({ id }) => id) : [])),
    [listed],
  );
  return useMemo(() => ({ ids, toggle, selectAll }), [ids, toggle, selectAll]);
}
