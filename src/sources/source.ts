/**
 * What every source is (contract 1.3): from the settings kept with an endpoint to a Table of the current data.
 * Everything outside comes in as an argument.
 */
import type { Platform } from '../platform/platform.ts';
import type { CallPlatform } from '../platform/platform-request.ts';
import type { Column, Table } from '../table/table.ts';

export interface Source {
  /** How messages name it. */
  readonly label: string;
  /** Where its data is read from; absent where the service has the data itself. */
  readonly platform?: Platform;
  /**
   * The current data; throws a ServiceError (contract 7.4) when it cannot be read completely. Rows may still be on
   * their way when it returns: then reading `batches` throws that error, or ReadAgain.
   */
  fetch(request: FetchRequest): Promise<Table>;
  /** Whether cells may be lists of linked records, with their ids and names. */
  readonly hasLinkedRecords: boolean;
  /** Whether the data lies in memory, so that fetching it takes no time and cannot fail. */
  isInMemory(settings: unknown): boolean;
  /** The table as its owner knows it, from what an endpoint remembers; absent where no name is remembered. */
  tableName?(settings: unknown): string | undefined;
  /** How a table is chosen for an endpoint. Absent where endpoints are made in another way. */
  readonly choice?: SourceChoice;
}

export interface FetchRequest {
  /** What the endpoint remembers of its source; each source checks its own shape. */
  readonly settings: unknown;
  /** The fields selected when the endpoint was made, in order; null for all. */
  readonly fields: readonly string[] | null;
  /** All fields that the source has now, whatever was selected (step 3 of contract 4.2.3). */
  readonly allFields: boolean;
  /** The most rows that are wanted; absent: all. */
  readonly maxRows?: number;
  /** The local folder of an upload, which stays as it is until the export is over. */
  openUpload(id: string): Promise<string>;
  /** For sources on a platform. */
  readonly call: CallPlatform;
}

/** Thrown while reading: what was read so far is void, everything must be fetched once more. */
export class ReadAgain extends Error {
  override readonly name = 'ReadAgain';
}

export interface SourceChoice {
  /** What names a table, by its option on the command line without dashes, and what the option means. */
  readonly parts: Readonly<Record<string, string>>;
  /** What an endpoint for this choice remembers. */
  choose(request: ChooseRequest): Promise<Chosen>;
  /** From what an endpoint remembers back to the choice that it was made with. */
  choiceOf(settings: unknown): Choice;
  /** All fields that an endpoint remembers, as the columns that they become. */
  columnsOf(settings: unknown): readonly Column[];
  /** The parts again, in the order in which a person chooses them, each from a list. */
  readonly steps: readonly [ChoiceStep, ...ChoiceStep[]];
  /** What a credential sees, and which of its permissions are missing; at most a few calls. */
  lookAround(call: CallPlatform): Promise<LookedAround>;
}

export interface ChoiceStep {
  readonly part: ChoicePart;
  /** How a person calls it: "Base". */
  readonly label: string;
  readonly isOptional: boolean;
  /** What can be pasted instead of choosing, if anything. */
  readonly paste: string | null;
  /** What can be chosen, given the parts before it. */
  list(request: ListRequest): Promise<Listed>;
}

type ChoicePart = 'base' | 'table' | 'view' | 'database' | 'spreadsheet' | 'sheet';

export interface ListRequest {
  readonly choice: Choice;
  /** Only what has this in its name; empty: all. */
  readonly search: string;
  readonly call: CallPlatform;
}

export interface Listed {
  readonly options: readonly ChoiceOption[];
  /** There is more than is listed: who looks for it must search. */
  readonly hasMore: boolean;
}

export interface ChoiceOption {
  /** What the choice takes. */
  readonly value: string;
  readonly name: string;
  /** What tells equal names apart. */
  readonly note: string | null;
}

export interface LookedAround extends Listed {
  /** Scopes or capabilities, in the platform's words. */
  readonly missing: readonly string[];
}

/** By the names in `parts`: base, table, view; database; spreadsheet, sheet. */
export type Choice = Readonly<Record<string, string | undefined>>;

export interface ChooseRequest {
  readonly choice: Choice;
  /** Names of the fields wanted, in order; null for all. */
  readonly fields: readonly string[] | null;
  readonly call: CallPlatform;
}

export interface Chosen {
  /** Plain JSON, kept with the endpoint and given to `fetch`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** As they are kept with the endpoint; null for all. */
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
