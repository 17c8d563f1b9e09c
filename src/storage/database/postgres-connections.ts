/**
 * Connections to PostgreSQL that outlast its faults (contract 10.4.2): a connection that broke or does not answer is
 * replaced, a server that restarts or has no connection left is asked again for a while, and when the answer to a
 * commit is lost the server is asked what became of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { randomId } from '../../base/random-id.ts';
import { errorCode } from '../../errors/error-code.ts';
import { isOutage } from '../state-failure.ts';

/** How long a server that refuses connections is asked again. */
const refusedForMs = 2_000;
/** How long a server, or a pool, that has no connection left is waited for. */
const crowdedForMs = 10_000;
const firstPauseMs = 25;
const longestPauseMs = 500;
const outcomeWithinMs = 10_000;
const outcomeEveryMs = 100;

interface ConnectionsOptions {
  /** Hears of connections that broke while nobody waited for an answer. */
  readonly brokeOff: (error: Error) => void;
  /** Whether the schema has the table of marks already. */
  readonly hasMarks: boolean;
}

/** Of a transaction: its number, which a server that crashed may give again, and its mark, which is its own. */
interface Begun {
  readonly number: string;
  readonly mark: string | undefined;
}

export class PostgresConnections implements PostgresPool {
  readonly hasMarks: boolean;
  readonly #pool: pg.Pool;
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();
  /** Connections that are older may be broken in a way that only a time limit shows. */
  #trustedSince = 0;

  constructor(pool: pg.Pool, { brokeOff, hasMarks }: ConnectionsOptions) {
    this.#pool = pool;
    this.hasMarks = hasMarks;
    // Without listeners these errors would end the process.
    pool.on('error', brokeOff);
    pool.on('connect', (client) => {
      this.#openedAt.set(client, performance.now());
      client.on('error', () => {});
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    const began = performance.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const client = await this.#pool.connect();
        if ((this.#openedAt.get(client) ?? 0) >= this.#trustedSince) return new Connection(client, this);
        client.release(true);
      } catch (error) {
        if (performance.now() - began > patienceFor(error)) throw error;
        await pause(pauseMs * (0.5 + Math.random()));
      }
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Those that are open now are replaced instead of used again. */
  recycleAll(): void {
    this.#trustedSince = performance.now();
  }

  /** Undefined if the server does not tell in time. */
  async outcomeOf(transaction: Begun): Promise<Outcome | undefined> {
    for (const until = performance.now() + outcomeWithinMs; performance.now() < until; ) {
      const outcome = await this.#askOutcome(transaction).catch(() => undefined);
      if (outcome === 'committed' || outcome === 'aborted') return outcome;
      await pause(outcomeEveryMs);
    }
    return undefined;
  }

  async #askOutcome({ number, mark }: Begun): Promise<string | undefined> {
    const client = await this.connect();
    try {
      const status = 'select pg_xact_status($1::xid8) as outcome';
      const { rows } = await client.query<{ outcome: string }>(status, [number]);
      const outcome = rows[0]?.outcome;
      if (outcome !== 'committed' || mark === undefined) return outcome;
      const marked = await client.query('select id from transaction_marks where id = $1', [mark]);
      return marked.rows.length > 0 ? 'committed' : 'aborted';
    } finally {
      client.release();
    }
  }
}

type Outcome = 'committed' | 'aborted';

function patienceFor(error: unknown): number {
  if (!isOutage(error)) return 0;
  return errorCode(error) === '53300' ? crowdedForMs : refusedForMs;
}

/** The connection broke at the commit of a transaction, and the server has not yet told what became of it. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
  readonly outcome: () => Promise<Outcome | undefined>;

  constructor(cause: unknown, outcome: () => Promise<Outcome | undefined>) {
    super('it is not known whether a transaction was committed', { cause });
    this.outcome = outcome;
  }
}

/** One connection, as long as somebody has it. */
class Connection implements PostgresPoolClient {
  readonly #client: PostgresPoolClient & { release(destroy: boolean): void };
  readonly #connections: PostgresConnections;
  #transaction: Begun | undefined;
  #isBroken = false;
  #isReleased = false;

  constructor(client: pg.PoolClient, connections: PostgresConnections) {
    this.#client = client;
    this.#connections = connections;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: object): never;
  query<R>(
    sql: string | object,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | never {
    if (typeof sql !== 'string') throw new TypeError('cursors are not used');
    if (sql === 'begin') return this.#begin();
    if (sql === 'commit') return this.#commit();
    if (sql === 'rollback') return this.#rollback();
    return this.#ask<R>(sql, parameters);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#isBroken);
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(sql, parameters);
    } catch (error) {
      this.#isBroken ||= !isAnswer(error);
      if (error instanceof Error && error.message === 'Query read timeout') this.#connections.recycleAll();
      throw error;
    }
  }

  /** With the number and the mark of the transaction, by which its outcome can be asked for, in one step. */
  async #begin<R>(): Promise<PostgresQueryResult<R>> {
    const mark = this.#connections.hasMarks ? randomId() : undefined;
    const number = 'pg_current_xact_id()::text as id';
    const marking = `insert into transaction_marks (id, at) values ('${mark}', extract(epoch from clock_timestamp()) * 1000) returning ${number}`;
    const statements = `begin; ${mark === undefined ? `select ${number}` : marking}`;
    const answers: unknown = await this.#ask(statements, []).catch(async (error: unknown) => {
      // Begun it is, though the mark had no room: nobody else gets a connection with a transaction that has failed.
      await this.#rollback();
      throw error;
    });
    this.#transaction = { number: begun.parse(answers)[1].rows[0].id, mark };
    return done;
  }

  async #commit<R>(): Promise<PostgresQueryResult<R>> {
    const transaction = this.#transaction;
    try {
      return await this.#ask('commit', []);
    } catch (error) {
      if (!this.#isBroken || transaction === undefined) throw error;
      // The pool may need its place for the connection that asks.
      this.release();
      const ask = (): Promise<Outcome | undefined> => this.#connections.outcomeOf(transaction);
      const outcome = await ask();
      if (outcome === 'committed') return done;
      throw outcome === 'aborted' ? error : new OutcomeUnknownError(error, ask);
    }
  }

  /** A transaction whose connection broke is rolled back by the server. */
  async #rollback<R>(): Promise<PostgresQueryResult<R>> {
    return this.#isBroken ? done : this.#ask('rollback', []);
  }
}

/** One answer for each of the two statements. */
const begun = z.tuple([z.unknown(), z.object({ rows: z.tuple([z.object({ id: z.string() })]) })]);

const done: PostgresQueryResult<never> = { command: 'UPDATE', rowCount: 0, rows: [] };

function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}
