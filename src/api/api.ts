/** What a route of the dashboard's interface is given, and what it must be: one handler for each row of the contract. */
import type { z } from 'zod';
import type { SignedInAccount } from '../accounts/sign-in/auth.ts';
import type { Origin } from '../audit/audit-entry.ts';
import type { ExportContext } from '../export/export-context.ts';
import type { Contract, RouteName } from './contract.ts';

type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> =
  Contract[Name] extends Record<Key, infer Shape extends z.ZodType> ? z.output<Shape> : undefined;

export interface Call<Name extends RouteName> {
  readonly context: ExportContext;
  readonly account: Contract[Name]['caller'] extends 'anybody' ? undefined : SignedInAccount;
  readonly params: Part<Name, 'params'>;
  readonly query: Part<Name, 'query'>;
  readonly body: Part<Name, 'body'>;
  readonly from: Origin;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

export type Answer<Name extends RouteName> = z.input<Contract[Name]['answer']>;

/** An answer that is written once and sent to many. */
export class WrittenAnswer<Name extends RouteName> {
  readonly bytes: Buffer;

  constructor(answer: Answer<Name>) {
    this.bytes = Buffer.from(JSON.stringify(answer));
  }
}

export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<Answer<Name> | WrittenAnswer<Name>>;

export type Handlers = { readonly [Name in RouteName]: Handler<Name> };

/** Of every list that is paged. */
export const pageSize = 50;

export const isoMoment = (at: number): string => new Date(at).toISOString();

export const optionalMoment = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : isoMoment(at);
