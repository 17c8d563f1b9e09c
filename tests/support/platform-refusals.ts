/**
 * How a platform is made to refuse or fail for one small table, and what everyone who hits its endpoint must
 * then be told (contract 7.1.1): exact status and body, a help page that opens, no credit, so many calls and no more.
 */
import { expect } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../emulators/emulator-server.ts';
import { costOf } from './cast.ts';
import { forgetLimits } from './small-tables.ts';
import { type Breakable, type CallCount, countCalls, type Stage } from './tables-to-break.ts';

export interface Refusal<Table> {
  readonly cause: string;
  readonly provoke: (table: Table, stage: Stage) => unknown;
  readonly status: number;
  readonly error: string;
  readonly data?: string;
  /** The header of that name; absent when undefined. */
  readonly retryAfter?: string;
  /** Calls of the hit. */
  readonly calls?: CallCount;
}

export type Provoke<Table> = Refusal<Table>['provoke'];

export const changed =
  (platform: string) =>
  <Table>(cause: string, provoke: Provoke<Table>, data: string): Refusal<Table> => ({
    cause,
    provoke,
    status: 409,
    error: `We received an error to indicate that your ${platform} data structure may have changed.`,
    data,
  });

export const refused = <Table>(cause: string, provoke: Provoke<Table>, data: string): Refusal<Table> => ({
  cause,
  provoke,
  status: 423,
  error: 'Failed to authenticate with export platform.',
  data,
});

export const unavailable = <Table>(cause: string, provoke: Provoke<Table>): Refusal<Table> => ({
  cause,
  provoke,
  status: 500,
  error: 'Dataframe could not be retrieved',
});

export const credentialRefused =
  'The platform does not accept the credential: it has expired or was revoked. Reconnect the platform.';

/** Strikes every call for the rows of the table from now on. */
export const onRows =
  ({ act }: Pick<Fault, 'act'>) =>
  ({ api, rowsCall }: Breakable): void =>
    api.addFault({ on: rowsCall, act });

export const onStructure =
  ({ act }: Pick<Fault, 'act'>) =>
  ({ api, structureCall }: Breakable): void =>
    api.addFault({ on: structureCall, act });

export const answering = (status: number, body: unknown): Pick<Fault, 'act'> => ({
  act: { kind: 'answer', status, body },
});

export function withRetryAfter({ act }: Fault, seconds: string): Pick<Fault, 'act'> {
  if (act.kind !== 'answer') throw new TypeError('only an answer has headers');
  return { act: { ...act, headers: { ...act.headers, 'retry-after': seconds } } };
}

const errorBody = z.strictObject({ error: z.string(), help: z.url(), data: z.string().optional() });

export async function expectRefusal<Table extends Breakable>(
  stage: Stage,
  table: Table,
  refusal: Refusal<Table>,
): Promise<void> {
  await provoke(stage, table, refusal);
  await expectRefused(stage, table, refusal);
}

export async function provoke<Table>(stage: Stage, table: Table, refusal: Refusal<Table>): Promise<void> {
  await forgetLimits(stage.service);
  await refusal.provoke(table, stage);
}

export async function expectRefused(
  { service }: Stage,
  table: Breakable,
  { status, error, data, retryAfter, calls }: Omit<Refusal<never>, 'provoke'>,
): Promise<void> {
  const hit = (): Promise<Response> => service.get(`${table.endpoint}?type=json_records`);
  const { cost, answer: counted } = await costOf(service, () => countCalls(table, hit));
  const { answer } = counted;
  const body = errorBody.parse(await answer.json());
  expect({ status: answer.status, ...body }).toEqual({
    status,
    error,
    help: body.help,
    ...(data && { data }),
  });
  expect(answer.headers.get('retry-after')).toBe(retryAfter ?? null);
  expect(cost).toBe(0);
  if (calls) expect(counted.calls).toEqual(calls);
  const page = await fetch(body.help);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`${status}`);
}
