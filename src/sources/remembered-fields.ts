/**
 * Change detection (409 of section 7): an endpoint remembers the fields of its source by id, name and type.
 * When one that it exports was renamed, deleted or retyped since, the hit is refused and told what changed.
 */
import { z } from 'zod';
import { ServiceError } from '../errors.ts';

export interface RememberedField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export const rememberedFields = z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }));

/** The fields selected by the names they had; null selects all remembered ones. */
export function selectRemembered<Field extends RememberedField>(
  remembered: readonly Field[],
  selected: readonly string[] | null,
): readonly Field[] {
  if (selected === null) return remembered;
  return selected.flatMap((name) => remembered.find((field) => field.name === name) ?? []);
}

/** Throws 409 with all that changed, in the words of the owner's own names. */
export function refuseChanges(
  platform: string,
  wanted: readonly RememberedField[],
  current: ReadonlyMap<string, RememberedField>,
): void {
  const changes = wanted.flatMap((field) => changeOf(field, current.get(field.id)) ?? []);
  if (changes.length > 0) throw structureChanged(platform, changes.join(' '));
}

export function structureChanged(platform: string, data: string, cause?: unknown): ServiceError {
  return new ServiceError('structureChanged', { placeholders: { platform }, data, cause });
}

function changeOf(before: RememberedField, now: RememberedField | undefined): string | undefined {
  const name = JSON.stringify(before.name);
  if (!now) return `The field ${name} was deleted.`;
  if (now.name !== before.name) return `The field ${name} is now called ${JSON.stringify(now.name)}.`;
  if (now.type !== before.type) return `The field ${name} was of type ${before.type} and is now ${now.type}.`;
  return undefined;
}
