/**
 * Names in the messages about a choice: what is not found is named together with what there is, so that the next
 * attempt succeeds (1.8 and 4.5).
 */
import { ChoiceError } from './source.ts';

export interface KnownFields {
  /** What a field is called on the platform: "field of the table". */
  readonly kind: string;
  readonly names: readonly string[];
  /** Whether it stands for a field; by its name unless given. */
  isKnown?(wanted: string): boolean;
}

/** Throws a ChoiceError unless every wanted field is known, and there is at least one. */
export function refuseUnknownFields(wanted: readonly string[], known: KnownFields): void {
  const { kind, names, isKnown = (name) => names.includes(name) } = known;
  const unknown = wanted.filter((name) => !isKnown(name));
  if (unknown.length === 0 && wanted.length > 0) return;
  const problem = wanted.length === 0 ? 'is empty' : `names no ${kind}: ${listed(unknown.map(quoted))}`;
  throw new ChoiceError('fields', `${problem}. ${thereIs(names.map(quoted))}`);
}

export function thereIs(names: readonly string[]): string {
  return names.length === 0 ? 'There is none.' : `There is: ${listed(names)}.`;
}

export function quoted(name: string): string {
  return JSON.stringify(name);
}

const maxNames = 20;

export function listed(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
