/** Every part of the contract, and a call of any route with what it takes, on objects that belong to Ann. */
import type { RouteName } from '../../../src/api/contract.ts';
import type { TestService } from '../../support/service.ts';
import type { Session } from '../../support/session.ts';
import { accountArea } from './account.ts';
import { administratorArea } from './administrator.ts';
import type { Area } from './area.ts';
import { binArea } from './bin.ts';
import { choiceArea } from './choice.ts';
import { connectionArea } from './connection.ts';
import { endpointArea } from './endpoint.ts';
import { planArea } from './plan.ts';
import { proxyArea } from './proxy.ts';
import { publicPageArea } from './public-page.ts';
import { scheduleArea } from './schedule.ts';
import { usageArea } from './usage.ts';

export const areas: readonly Area[] = [
  accountArea,
  endpointArea,
  proxyArea,
  connectionArea,
  choiceArea,
  scheduleArea,
  binArea,
  usageArea,
  planArea,
  publicPageArea,
  administratorArea,
];

/** By the beginning of a path. */
export type Objects = Readonly<Record<string, string>>;

export async function makeObjects(service: TestService, owner: string): Promise<Objects> {
  const objects: Record<string, string> = {};
  for (const area of areas) Object.assign(objects, await area.makeObjects?.(service, owner));
  return objects;
}

export function routeCall(
  name: RouteName,
  objects: Objects,
  session: Session,
  headers = {},
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const query = areas.map(({ queries }) => queries?.[name]).find((each) => each !== undefined);
  const body = areas.map(({ bodies }) => bodies?.[name]).find((each) => each !== undefined);
  const [, beginning = ''] = /^(.*?\/):/.exec(path) ?? [];
  const filled = path.replace(':id', objects[beginning] ?? 'none');
  return session.call(method, query === undefined ? filled : `${filled}?${query}`, body, headers);
}
