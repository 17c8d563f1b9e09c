/**
 * Names in the messages about a choice: what is not found is named together with what there is, so that the next
 * attempt succeeds (contract 1.8.2 and 4.5).
 */

import { listedNames } from '../base/listed-names.ts';
import { columnNamesProblem } from '../table/column-bounds.ts';
import { ChoiceError } from './source.ts';

interface KnownFields {
  /** What a field is called on the platform: "field of the table". */
  readonly kind: string;
  readonly names: readonly string[];
  /** Whether it stands for a field; by its name unless given. */
  isKnown?(wanted: string): boolean;
}

/** Throws a ChoiceError unless every wanted field is known, and there is at least one. */
export function refuseUnknownFields(wanted: readonly string[], known: KnownFields): void {
  const { kind, names } = known;
  const all = new Set(names);
  const { isKnown = (name: string) => all.has(name) } = known;
  const unknown = wanted.filter((name) => !isKnown(name));
  if (unknown.length === 0 && wanted.length > 0) return;
  const problem = wanted.length === 0 ? 'is empty' : `names no ${kind}: ${listedNames(unknown)}`;
  throw new ChoiceError('fields', `${problem}. ${thereIs(names)}`);
}

/** `write` says how each is written; in quotes unless given. */
export function thereIs(names: readonly string[], write?: (name: string) => string): string {
  return names.length === 0 ? 'There is none.' : `There is: ${listedNames(names, write)}.`;
}

/** Throws a ChoiceError about the part that names the table if it has names that are too long. */
export function refuseTableNames(part: string, names: readonly string[], noun: 'column' | 'field'): void {
  const problem = columnNamesProblem(names, noun);
  if (problem !== undefined) throw new ChoiceError(part, `cannot be exported. ${problem}`);
}
