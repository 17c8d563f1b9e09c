/** What differs between the columns of a file and those of the file that is to take its place. */
import { typeText } from '../../../column-types.ts';
import type { Field } from '../../../features/fields/field-rows.ts';

export interface FileDifference {
  /** Chosen for the endpoint, and not in the new file. */
  readonly lost: readonly string[];
  readonly gone: readonly string[];
  readonly added: readonly string[];
  readonly retyped: readonly string[];
}

export function differenceOf(
  before: readonly Field[],
  now: readonly Field[],
  chosen: readonly string[] | null,
): FileDifference {
  const typesNow = new Map(now.map(({ name, type }) => [name, type]));
  const namesBefore = new Set(before.map(({ name }) => name));
  return {
    lost: (chosen ?? []).filter((name) => !typesNow.has(name)),
    gone: before.map(({ name }) => name).filter((name) => !typesNow.has(name)),
    added: now.map(({ name }) => name).filter((name) => !namesBefore.has(name)),
    retyped: before.flatMap(({ name, type }) => {
      const typeNow = typesNow.get(name);
      return typeNow === undefined || typeNow === type
        ? []
        : [`${name} (${typeText(type)}, now ${typeText(typeNow)})`];
    }),
  };
}
