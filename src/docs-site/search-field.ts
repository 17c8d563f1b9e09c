/** The field in the head of every page that searches the documentation; it works without script. */
import { escapeHtml } from '../base/markup.ts';
import { longestQuery } from './search-index.ts';

export function searchField(root: string, query = ''): string {
  const value = query === '' ? '' : ` value="${escapeHtml(query.slice(0, longestQuery))}"`;
  return `<form class="search" role="search" action="${escapeHtml(`${root}/search`)}">
<input type="search" name="q"${value} maxlength="${longestQuery}" aria-label="Search the documentation" placeholder="Search">
<button>Search</button>
</form>`;
}
