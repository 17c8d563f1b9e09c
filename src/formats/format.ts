/**
 * What every output format is (4.7): how it is labelled, and how a table becomes its text.
 */
import type { Table } from '../table.ts';

export interface Format {
  /** The exact Content-Type of 4.7. */
  readonly contentType: 'text/csv' | 'text/json' | 'application/xml' | 'text/html';
  /** Without the dot; ends the filename. */
  readonly extension: 'csv' | 'json' | 'xml' | 'html';
  /**
   * The body in pieces of some ten kilobytes; never more than the format forces is held at once. A piece of
   * bytes stands until the second piece after it is asked for.
   */
  render(table: Table, context: RenderContext): AsyncIterable<string | Uint8Array>;
}

export interface RenderContext {
  /** The endpoint's name: the title of a page. */
  readonly title: string;
  /** A nonce that the Content-Security-Policy of this answer allows for inline script and style. */
  readonly nonce: string;
  /** An existing folder for a scratch file that a format may make and must remove when it is done or stopped. */
  readonly scratchFolder: string;
}
