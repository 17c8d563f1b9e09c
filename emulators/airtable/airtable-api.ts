/**
 * A call to the emulated Airtable API, with the checks in the order of the real one: unknown route, token, rate
 * limits, monthly quota (data only), scope, base, table.
 */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { type AirtableBase, type AirtableTable, byIdOrName, isAirtableId } from './airtable-data.ts';
import { baseSchema, listBases, whoAmI } from './airtable-metadata.ts';
import { AirtableRefusal, refusals } from './airtable-refusal.ts';
import type { AirtableAccess } from './airtable-tokens.ts';
import type { AirtableWorld } from './airtable-world.ts';
import { getRecord, listRecords } from './list-records.ts';
import { listParameters } from './list-records-parameters.ts';

export function answerApi(world: AirtableWorld, call: EmulatedCall): EmulatedAnswer {
  try {
    return { status: 200, body: answerRoute(world, call) };
  } catch (error) {
    if (error instanceof AirtableRefusal) return error.answer;
    throw error;
  }
}

interface Route {
  readonly kind: 'whoami' | 'bases' | 'schema' | 'list' | 'record';
  readonly base: string;
  readonly table: string;
  readonly record: string;
}

function answerRoute(world: AirtableWorld, call: EmulatedCall): unknown {
  const route = routeOf(call);
  const access = accessOf(world, call);
  checkLimits(world, access, route.base);
  if (route.kind === 'whoami') return whoAmI(access);
  if (route.kind === 'bases') {
    needScope(access, 'schema.bases:read');
    return listBases(visibleBases(world, access), call.query.get('offset') ?? '');
  }
  if (route.kind === 'schema') {
    needScope(access, 'schema.bases:read');
    const include = [...call.query.getAll('include'), ...call.query.getAll('include[]')];
    return baseSchema(baseOf(world, access, route.base), include);
  }
  if (world.billingLimitExceeded) throw refusals.billingLimit();
  needScope(access, 'data.records:read');
  const base = baseOf(world, access, route.base);
  const table = tableOf(base, route.table);
  if (route.kind === 'record')
    return getRecord(table, route.record, Boolean(call.query.get('returnFieldsByFieldId')));
  return listRecords(world.listings, base, table, listParameters(call));
}

function routeOf({ method, path }: EmulatedCall): Route {
  const [version, first = '', second = '', third = '', fourth, ...rest] = segmentsOf(path);
  const isGet = method === 'GET';
  const route = (kind: Route['kind'], base = '', table = '', record = '') => ({ kind, base, table, record });
  if (version !== 'v0' || rest.length > 0 || !second) throw refusals.notFound();
  if (first === 'meta' && isGet) {
    if (second === 'whoami' && !third) return route('whoami');
    if (second === 'bases' && !third) return route('bases');
    if (second === 'bases' && fourth === 'tables') return route('schema', third);
  }
  if (first === 'meta' || fourth !== undefined) throw refusals.notFound();
  if (isGet) return third ? route('record', first, second, third) : route('list', first, second);
  if (method === 'POST' && third === 'listRecords') return route('list', first, second);
  throw refusals.notFound();
}

function segmentsOf(path: string): string[] {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    throw refusals.notFound();
  }
}

function accessOf(world: AirtableWorld, { headers }: EmulatedCall): AirtableAccess {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw refusals.authenticationRequired();
  const access = world.tokens.access(token);
  if (!access) throw refusals.unauthorized();
  return access;
}

function checkLimits({ windows, limits }: AirtableWorld, access: AirtableAccess, baseId: string): void {
  const { perUser, perBase, penaltyMs } = limits;
  const isWithin =
    (access.kind === 'oauth' || windows.admits('personal tokens', perUser, penaltyMs)) &&
    (!baseId || windows.admits(baseId, perBase, penaltyMs));
  if (!isWithin) throw refusals.rateLimit();
}

function needScope(access: AirtableAccess, scope: string): void {
  if (!access.scopes.includes(scope)) throw refusals.invalidPermissions();
}

function visibleBases(world: AirtableWorld, { bases }: AirtableAccess): readonly AirtableBase[] {
  return bases ? world.bases.filter(({ id }) => bases.includes(id)) : world.bases;
}

function baseOf(world: AirtableWorld, access: AirtableAccess, baseId: string): AirtableBase {
  const base = visibleBases(world, access).find(({ id }) => id === baseId);
  if (!base) throw isAirtableId('app', baseId) ? refusals.modelNotFound() : refusals.notFound();
  if (base.permissionLevel === 'none') throw refusals.invalidPermissions();
  return base;
}

function tableOf(base: AirtableBase, name: string): AirtableTable {
  const table = byIdOrName(base.tables, name);
  if (!table) throw refusals.modelNotFound();
  return table;
}
