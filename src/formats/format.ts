/**
 * The interface of an output format: its properties, and the function that renders a table. Everything that differs
 * between formats is declared here and nowhere else (contract 4.7).
 */
import type { Table } from '../table/table.ts';

export interface Format {
  /** Display name. */
  readonly label: string;
  /** Under which heading a form offers it. */
  readonly group: 'Text' | 'JSON' | 'HTML';
  /** Description of the body in Markdown, for the documentation. */
  readonly layout: string;
  /** The media type of contract 4.7, without a charset. */
  readonly contentType: string;
  /** Filename extension without the dot. */
  readonly extension: string;
  /** Whether a browser saves it as a file or shows it. */
  readonly disposition: 'attachment' | 'inline';
  /** The body is one JSON value, which `nest_json` can wrap. */
  readonly isJson: boolean;
  /** True if the body is a file of the table already, and need not be kept a second time. */
  isStored?(table: Table): boolean;
  /** A browser shows the body by a viewer of its own, which the Content-Security-Policy must allow. */
  readonly isViewed?: true;
  /** Present if the body is a page for a browser: selects its Content-Security-Policy. */
  readonly page?: 'static' | 'interactive';
  /**
   * The body in pieces of tens of kilobytes; buffers no more than the format requires. A piece of bytes is valid
   * until the second piece after it is requested.
   */
  render(table: Table, context: RenderContext): AsyncIterable<string | Uint8Array>;
}

export interface RenderContext {
  /** The endpoint's name: the title of a page. */
  readonly title: string;
  /** The nonce that this answer's Content-Security-Policy allows for inline script and style. */
  readonly nonce: string;
  /** An existing folder for scratch files, which a format must remove when it finishes or is stopped. */
  readonly scratchFolder: string;
}
