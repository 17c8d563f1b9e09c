/** The fields of a source as they are offered: those that are chosen first, in their order, then the others. */

export interface Field {
  readonly name: string;
  readonly type: string;
}

export interface FieldRowData extends Field {
  /** Among those chosen, from 0 on; undefined: not chosen. */
  readonly place: number | undefined;
  /** Chosen, but the source does not have it any more. */
  readonly isLost: boolean;
}

export function rowsOf(fields: readonly Field[], chosen: readonly string[]): readonly FieldRowData[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const first = chosen.map((name, place) => ({
    name,
    type: byName.get(name)?.type ?? '',
    place,
    isLost: !byName.has(name),
  }));
  const isChosen = new Set(chosen);
  const others = fields
    .filter(({ name }) => !isChosen.has(name))
    .map((field) => ({ ...field, place: undefined, isLost: false }));
  return [...first, ...others];
}

/** The same names, one of them some places earlier (below zero) or later. */
export function moved(chosen: readonly string[], name: string, by: number): string[] {
  const from = chosen.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= chosen.length) return [...chosen];
  const next = chosen.filter((each) => each !== name);
  next.splice(to, 0, name);
  return next;
}
