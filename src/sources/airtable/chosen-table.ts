/** Which base, table and view are meant, and what there is when none of them is (contract 1.8.2 and 4.5). */
import { quotedName } from '../../base/listed-names.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { thereIs } from '../choice-names.ts';
import { type Choice, ChoiceError } from '../source.ts';
import { readBases } from './bases.ts';
import { errorOfRefusal, isAccessRefused, scopeMissing } from './refusals.ts';
import { type BaseTable, readSchema } from './schema.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface AddressParts {
  readonly base: string;
  readonly table: string;
  readonly view: string;
}

/** An address such as `https://airtable.com/app…/tbl…/viw…` may stand for the base and what is in it. */
export function addressParts(choice: Choice): AddressParts {
  const given = (choice['base'] ?? '').trim();
  const segments = given.split(/[/?#]/);
  const part = (prefix: string): string => segments.find((segment) => segment.startsWith(prefix)) ?? '';
  const isAddress = segments.length > 1;
  const table = choice['table']?.trim() || (isAddress ? part('tbl') : '');
  const viewOfAddress = isAddress && table === part('tbl') ? part('viw') : '';
  return {
    base: (isAddress && part('app')) || given,
    table,
    view: choice['view']?.trim() || viewOfAddress,
  };
}

export async function tablesOf(base: string, call: CallPlatform): Promise<readonly BaseTable[]> {
  if (!/^\w+$/.test(base)) throw await baseUnknown(base, call);
  try {
    return await readSchema(call, base);
  } catch (error) {
    const isUnknown = isAccessRefused(error) && error.code !== 'INVALID_PERMISSIONS';
    if (isUnknown) throw await baseUnknown(base, call);
    throw await errorOfRefusal(error, call, { base, tableName: '', fields: [], scope: 'schema.bases:read' });
  }
}

async function baseUnknown(base: string, call: CallPlatform): Promise<Error> {
  try {
    const bases = await readBases(call, base);
    const names = bases.map(({ id, name }) => `${quotedName(name)} (${id})`);
    const problem = base === '' ? 'is missing' : 'is not the id of a base that the connection can see';
    return new ChoiceError('base', `${problem}. ${thereIs(names, (name) => name)}`);
  } catch (error) {
    if (error instanceof PlatformRefusal) return scopeMissing('schema.bases:read', error);
    throw error;
  }
}

export function pick<Thing extends Named>(
  part: string,
  wanted: string,
  things: readonly Thing[],
  kind: string,
): Thing {
  const thing = byIdOrName(things).get(wanted);
  if (thing) return thing;
  const problem = wanted === '' ? 'is missing' : `names no ${kind}`;
  throw new ChoiceError(part, `${problem}. ${thereIs(things.map(({ name: known }) => known))}`);
}

/** The first of its name counts, and an id more than a name. */
export function byIdOrName<Thing extends Named>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  const reversed = things.toReversed();
  return new Map([
    ...reversed.map((thing): [string, Thing] => [thing.name, thing]),
    ...reversed.map((thing): [string, Thing] => [thing.id, thing]),
  ]);
}
