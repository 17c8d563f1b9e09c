/**
 * Where uploads live: a folder, or a bucket with local copies (contract 1.3.13). An upload is written whole and then
 * stored under its id, never changes, and is read from a local folder. Nothing outside of `storage/` knows which of the
 * two it is.
 */

export interface UploadStore extends AsyncDisposable {
  /** As messages name it. */
  readonly name: string;
  /** Creates an empty folder for the files of a new upload. */
  begin(id: string): Promise<BegunUpload>;
  /** The files of a stored upload in a local folder, which stays as it is until disposed of. */
  open(id: string, waiting: Waiting): Promise<OpenUpload>;
  /** Copies the files into a folder that exists. False when there is no such upload. */
  copy(id: string, target: string): Promise<boolean>;
  /** Also what is left of one that was never whole. Removing it again does nothing. */
  remove(id: string): Promise<void>;
  /** The ids of all that are stored. */
  list(): Promise<string[]>;
  /** Removes what crashed processes left before an upload was stored. */
  sweep(now: number): Promise<void>;
  /** The folder in which the local folders of uploads lie. */
  localFolder(): Promise<string>;
  /** Tries it at the start; rejects when it can never work, and says so in the log if it may later. */
  check(): Promise<void>;
}

/** Disposing of one that was not committed leaves nothing of it. */
export interface BegunUpload extends AsyncDisposable {
  readonly folder: string;
  /** From now on it is stored, whole and durable. */
  commit(): Promise<void>;
}

/** Who waits for an upload; the signal is asked for only when it is not there yet. */
export interface Waiting {
  readonly signal: AbortSignal;
}

/** For a command, which waits until it has it. */
export const alwaysWaiting: Waiting = { signal: new AbortController().signal };

export interface OpenUpload extends Disposable {
  readonly folder: string;
}
