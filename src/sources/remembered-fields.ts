/**
 * Change detection: an endpoint remembers the fields of its source by id, name and type. When one that it exports was
 * renamed, deleted or retyped since, the hit is refused, and the error says what changed.
 */
import { z } from 'zod';
import { listedSentences, quotedName } from '../base/listed-names.ts';
import { ServiceError } from '../errors/errors.ts';
import { columnNamesProblem } from '../table/column-bounds.ts';
import type { FetchRequest } from './source.ts';

export interface RememberedField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export const rememberedFields = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));

interface FieldsOfSource<Field> {
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
  if (!allFields) refuseChanges(source, selected);
  const wanted = allFields || selected === null ? source.current : selectFields(source, selected);
  refuseNames(
    source.label,
    wanted.map(({ name }) => name),
    'field',
  );
  return wanted;
}

function selectFields<Field extends { readonly name: string }>(
  { label, current }: FieldsOfSource<Field>,
  selected: readonly string[],
): readonly Field[] {
  const byName = firstByName(current);
  return selected.map((name) => {
    const field = byName.get(name);
    if (field) return field;
    throw structureChanged(label, `The table has no field ${quotedName(name)}.`);
  });
}

/** What is exported has names that every list of columns has room for. */
export function refuseNames(label: string, names: readonly string[], noun: 'column' | 'field'): void {
  const problem = columnNamesProblem(names, noun);
  if (problem !== undefined) throw structureChanged(label, problem);
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
  if (changes.length > 0) throw structureChanged(label, listedSentences(changes));
}

/** A selected field that is not remembered was added since. */
function selectByName(
  remembered: readonly RememberedField[],
  selected: readonly string[],
): readonly RememberedField[] {
  const byName = firstByName(remembered);
  return selected.flatMap((name) => byName.get(name) ?? []);
}

/** A platform may have two of one name: the first counts. */
export function firstByName<Field extends { readonly name: string }>(
  fields: readonly Field[],
): ReadonlyMap<string, Field> {
  return new Map(fields.toReversed().map((field) => [field.name, field]));
}

function changeOf(before: RememberedField, now: RememberedField | undefined): string | undefined {
  const name = quotedName(before.name);
  if (!now) return `The field ${name} was deleted.`;
  if (now.name !== before.name) return `The field ${name} is now called ${quotedName(now.name)}.`;
  if (now.type !== before.type) return `The field ${name} was of type ${before.type} and is now ${now.type}.`;
  return undefined;
}
