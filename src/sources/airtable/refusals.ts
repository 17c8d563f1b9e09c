/**
 * What a refusal by Airtable means. It does not tell a missing table from a missing right, so the list of bases
 * decides: while it still names the base, the structure has changed (409), otherwise the connection may no
 * longer read it (423); contract 7.4.
 */
import { ServiceError } from '../../errors/errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { type RememberedField, structureChanged } from '../remembered-fields.ts';
import { ReadAgain } from '../source.ts';
import { readBases } from './bases.ts';
import { label } from './platform.ts';

/** What was read when the call was refused. */
interface RefusedRead {
  readonly base: string;
  readonly tableName: string;
  readonly viewName?: string | undefined;
  readonly fields: readonly RememberedField[];
  /** The scope that the refused call needs. */
  readonly scope: 'schema.bases:read' | 'data.records:read';
}

const cursorLost = ['LIST_RECORDS_ITERATOR_NOT_AVAILABLE', 'INVALID_OFFSET_VALUE'];

/** The error of contract 7.4 to throw instead; anything that is not a refusal stays as it is. */
export async function errorOfRefusal(
  error: unknown,
  call: CallPlatform,
  read: RefusedRead,
): Promise<unknown> {
  if (!(error instanceof PlatformRefusal)) return error;
  if (isCursorLost(error)) return new ReadAgain('Airtable lost the cursor of the list', { cause: error });
  if (error.code === 'UNKNOWN_FIELD_NAME') return fieldGone(read.fields, error);
  if (error.code === 'VIEW_NAME_NOT_FOUND') return viewGone(read.viewName ?? '', error);
  if (error.code === 'TABLE_NOT_FOUND') return tableGone(read.tableName, error);
  if (error.code === 'INVALID_PERMISSIONS') return scopeMissing(read.scope, error);
  if (isAccessRefused(error)) return errorOfAccess(error, call, read);
  return new ServiceError('sourceUnavailable', { cause: error });
}

export function isCursorLost(error: unknown): boolean {
  return error instanceof PlatformRefusal && error.status === 422 && cursorLost.includes(error.code);
}

export function isAccessRefused(error: unknown): error is PlatformRefusal {
  return error instanceof PlatformRefusal && (error.status === 403 || error.status === 404);
}

/** Airtable names the field by the id in the request. */
function fieldGone(fields: readonly RememberedField[], refusal: PlatformRefusal): ServiceError {
  const field = fields.find(({ id }) => refusal.message.includes(id));
  const what = field ? `The field ${JSON.stringify(field.name)}` : 'A field';
  return structureChanged(label, `${what} was deleted.`, refusal);
}

export function tableGone(name: string, cause?: unknown): ServiceError {
  return structureChanged(
    label,
    `The table ${JSON.stringify(name)} was deleted, or the connection may no longer read it.`,
    cause,
  );
}

export function viewGone(name: string, cause?: unknown): ServiceError {
  return structureChanged(label, `The view ${JSON.stringify(name)} was deleted.`, cause);
}

export function scopeMissing(scope: string, cause: unknown): ServiceError {
  const data = `Airtable does not permit this to the connection. Check that its token has the scope ${scope} and that its user may read the base.`;
  return new ServiceError('platformRefused', { data, cause });
}

async function errorOfAccess(
  refusal: PlatformRefusal,
  call: CallPlatform,
  read: RefusedRead,
): Promise<ServiceError> {
  if (await isListed(read.base, call)) return tableGone(read.tableName, refusal);
  const data =
    'The connection can no longer see the base. Check that the base still exists, that it is among the bases added to the token, that the token has the scopes data.records:read and schema.bases:read, and that its user may read the base.';
  return new ServiceError('platformRefused', { data, cause: refusal });
}

async function isListed(base: string, call: CallPlatform): Promise<boolean> {
  try {
    return (await readBases(call, base)).some(({ id }) => id === base);
  } catch (error) {
    if (error instanceof PlatformRefusal) return false;
    throw error;
  }
}
