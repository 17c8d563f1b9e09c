/**
 * The page of `show_wait_page=true`, shown while the data is fetched. It requests the data once, so that one view
 * costs one credit. A file is downloaded with a progress bar and saved; any other format replaces the page.
 */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../base/markup.ts';
import { pageHead } from '../../formats/page-head.ts';

export interface WaitPageOptions {
  /** The endpoint's name. */
  readonly title: string;
  /** The same export without `show_wait_page`. */
  readonly dataUrl: string;
  /** True if the format is saved as a file, false if the browser displays it. */
  readonly download: boolean;
  readonly nonce: string;
}

export function waitPage(options: WaitPageOptions): string {
  const address = escapeHtml(safeAddress(options.dataUrl));
  const head = pageHead({
    title: `Preparing ${options.title}`,
    nonce: options.nonce,
    style,
    more: `<noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript>\n`,
  });
  return `${head}<body>
<main id="page" data-address="${address}" data-name="${escapeHtml(options.title)}" data-download="${options.download}">
<p class="name">${escapeHtml(options.title)}</p>
<h1 id="headline" aria-live="polite">Preparing your data</h1>
<p id="text">${options.download ? fileText : pageText}</p>
<progress id="bar" aria-label="Progress"></progress>
<p id="figures">&nbsp;</p>
<pre id="reason" hidden></pre>
<p id="actions">
<button id="save" type="button" hidden>Save again</button>
<button id="retry" type="button" hidden>Try again</button>
</p>
</main>
<script nonce="${escapeHtml(options.nonce)}">
${script}</script>
</body>
</html>
`;
}

const fileText =
  'The current data is being fetched from its source. The file is saved by itself as soon as it is ready; please keep this page open until then.';
const pageText =
  'The current data is being fetched from its source. It appears here by itself as soon as it is ready.';

/**
 * Makes the address safe in an attribute and in a `refresh` instruction: escapes characters that could end either,
 * rejects schemes other than http and https, and collapses leading slashes that would name another host.
 */
function safeAddress(url: string): string {
  const address = url
    .replace(/[^\x21-\x7e]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/["'<>\\^`{|}]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replace(/^\/(?:\/|%5c)+/i, '/');
  if (/^(?!https?:)[^/?#]*:/i.test(address)) throw new RangeError('The data has no http address.');
  return address;
}

const style = readFileSync(new URL('./wait-page.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./wait-page-script.js', import.meta.url), 'utf8');
