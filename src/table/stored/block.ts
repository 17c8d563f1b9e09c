/** Some hundred rows as they are stored: CSV lines, and for every cell where it ends (see `table-layout.ts`). */
export interface Block {
  readonly rows: number;
  /** UTF-8. */
  readonly bytes: Buffer;
  readonly cells: Int32Array;
  /** Whether every character is one byte. */
  readonly isAscii: boolean;
}
