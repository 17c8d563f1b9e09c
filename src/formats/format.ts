/**
 * What every output format is (4.7): all that is known of it, and how a table becomes its text.
 */
import type { Table } from '../table.ts';

export interface Format {
  /** What people call it. */
  readonly label: string;
  /** How the body is laid out, in Markdown, for the documentation. */
  readonly layout: string;
  /** The exact Content-Type of 4.7. */
  readonly contentType: string;
  /** Without the dot; ends the filename. */
  readonly extension: string;
  /** Whether a browser saves it as a file or shows it. */
  readonly disposition: 'attachment' | 'inline';
  /** The body is one JSON value, which `nest_json` can wrap. */
  readonly isJson: boolean;
  /** Present on a page for a browser: what the Content-Security-Policy lets it do. */
  readonly page?: 'still' | 'interactive';
  /**
   * The body in pieces of some ten kilobytes; never more than the format forces is held at once.
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
