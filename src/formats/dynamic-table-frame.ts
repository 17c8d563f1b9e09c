/**
 * The markup around the rows of the interactive table: search box, table, page controls, their script, and a note
 * for browsers without JavaScript.
 */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../base/markup.ts';
import { pageHead } from './page-head.ts';

/** `columns` is the data block from which the script builds the header. */
export function dynamicTableFrame(page: { title: string; nonce: string; columns: string }): string {
  return `${pageHead({ ...page, style })}<body>
<header>
<h1>${escapeHtml(page.title)}</h1>
<div class="find" hidden>
<label class="unseen" for="search">Search all columns</label>
<input id="search" type="search" placeholder="Search all columns" autocomplete="off" spellcheck="false" enterkeyhint="search">
</div>
</header>
<noscript>
<p class="note">This interactive table needs JavaScript, which is switched off in your browser.
Put <code>type=html_table</code> into the address to get the same data as a plain table.</p>
</noscript>
<p id="stalled" class="note" role="alert" hidden></p>
<main id="frame" tabindex="0" aria-label="Table, scrollable" aria-busy="true" hidden>
<table>
<thead><tr id="names"></tr></thead>
<tbody id="body"></tbody>
</table>
<div id="message"><p id="message-text">Loading…</p><button id="clear" type="button" class="quiet" hidden>Clear search</button></div>
</main>
<footer hidden>
<p id="count" role="status">Loading…</p>
<label class="size"><span>Rows per page</span>
<select id="size"><option>25</option><option selected>50</option><option>100</option><option>250</option></select>
</label>
<nav aria-label="Pages">
<button id="first" type="button" aria-label="First page"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3v10M12 3 7 8l5 5"/></svg></button>
<button id="previous" type="button" aria-label="Previous page"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="m10 3-5 5 5 5"/></svg></button>
<span id="place"></span>
<button id="next" type="button" aria-label="Next page"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="m6 3 5 5-5 5"/></svg></button>
<button id="last" type="button" aria-label="Last page"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M12 3v10M4 3l5 5-5 5"/></svg></button>
</nav>
</footer>
${page.columns}
<script nonce="${escapeHtml(page.nonce)}">
${script}</script>
`;
}

function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

const style = readText('./dynamic-table.css');
const script = readText('./dynamic-table-rows.js') + readText('./dynamic-table-view.js');
