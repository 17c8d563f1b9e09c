/**
 * What every source is (1.3): from the settings kept with an endpoint to a Table of the current data.
 * Everything outside comes in as an argument.
 */
import type { CallPlatform } from '../platform-request.ts';
import type { Table } from '../table.ts';

export interface Source {
  /** How messages name the platform. */
  readonly platform: string;
  /**
   * The current data; throws a ServiceError of section 7 when it cannot be had whole. Rows may still be on
   * their way when it answers: then reading `batches` throws that error, or ReadAgain.
   */
  fetch(request: FetchRequest): Promise<Table>;
  /** Whether the data lies in memory, so that fetching it takes no time and cannot fail. */
  isInMemory(settings: unknown): boolean;
  /** What an endpoint for this choice is to remember. Absent where endpoints are made in another way. */
  choose?(request: ChooseRequest): Promise<Chosen>;
}

export interface FetchRequest {
  /** What the endpoint remembers of its source; each source checks its own shape. */
  readonly settings: unknown;
  /** The fields selected when the endpoint was made, in order; null for all. */
  readonly fields: readonly string[] | null;
  /** All fields that the source has now, whatever was selected (step 3 of 4.2). */
  readonly allFields: boolean;
  /** No more rows than these are wanted; absent: all. */
  readonly maxRows?: number;
  /** Folder of uploaded files. */
  readonly uploadsDir: string;
  /** For sources on a platform. */
  readonly call: CallPlatform;
}

/** Thrown while reading: what was read so far is void, the whole is to be fetched once more. */
export class ReadAgain extends Error {
  override readonly name = 'ReadAgain';
}

export interface ChooseRequest {
  /** By the words of the command line without dashes: base, table, view; database; spreadsheet, sheet. */
  readonly choice: Readonly<Record<string, string | undefined>>;
  /** Names of the fields wanted, in order; null for all. */
  readonly fields: readonly string[] | null;
  readonly call: CallPlatform;
}

export interface Chosen {
  /** Plain JSON, to be kept with the endpoint and handed to `fetch`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** As they are to be kept with the endpoint; null for all. */
  readonly fields: readonly string[] | null;
  /** A name for the endpoint when its owner gives none. */
  readonly name: string;
}

/** A part of the choice is missing, or names nothing that the connection can see. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';
  readonly part: string;

  /** `problem` completes a sentence that begins with the part: "names no table of the base …". */
  constructor(part: string, problem: string) {
    super(problem);
    this.part = part;
  }
}
