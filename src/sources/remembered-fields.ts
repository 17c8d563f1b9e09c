/**
 * Change detection (409 of section 7): an endpoint remembers the fields of its source by id, name and type.
 * When one that it exports was renamed, deleted or retyped since, the hit is refused, and the error says what changed.
 */
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import type { FetchRequest } from './source.ts';

export interface RememberedField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export const rememberedFields = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));

export interface FieldsOfSource<Field> {
  /** How messages name the source. */
  readonly label: string;
  readonly remembered: readonly RememberedField[];
  readonly current: readonly Field[];
  /** What an endpoint remembers of a field. */
  remember(field: Field): RememberedField;
}

/** The fields to export, in order. Throws 409 with everything that changed, by the names that the owner knows. */
export function wantedFields<Field extends { readonly name: string }>(
  { fields: selected, allFields }: Pick<FetchRequest, 'fields' | 'allFields'>,
  source: FieldsOfSource<Field>,
): readonly Field[] {
  const { label, current } = source;
  if (allFields) return current;
  refuseChanges(source, selected);
  if (selected === null) return current;
  return selected.map((name) => {
    const field = current.find((candidate) => candidate.name === name);
    if (field) return field;
    throw structureChanged(label, `The table has no field ${JSON.stringify(name)}.`);
  });
}

export function structureChanged(label: string, data: string, cause?: unknown): ServiceError {
  return new ServiceError('structureChanged', { placeholders: { platform: label }, data, cause });
}

function refuseChanges<Field>(
  { label, remembered, current, remember }: FieldsOfSource<Field>,
  selected: readonly string[] | null,
): void {
  const now = new Map(current.map(remember).map((field) => [field.id, field]));
  const exported = selected ? selectByName(remembered, selected) : remembered;
  const changes = exported.flatMap((field) => changeOf(field, now.get(field.id)) ?? []);
  if (changes.length > 0) throw structureChanged(label, changes.join(' '));
}

/** A selected field that is not remembered was added since. */
function selectByName(
  remembered: readonly RememberedField[],
  selected: readonly string[],
): readonly RememberedField[] {
  return selected.flatMap((name) => remembered.find((field) => field.name === name) ?? []);
}

function changeOf(before: RememberedField, now: RememberedField | undefined): string | undefined {
  const name = JSON.stringify(before.name);
  if (!now) return `The field ${name} was deleted.`;
  if (now.name !== before.name) return `The field ${name} is now called ${JSON.stringify(now.name)}.`;
  if (now.type !== before.type) return `The field ${name} was of type ${before.type} and is now ${now.type}.`;
  return undefined;
}
