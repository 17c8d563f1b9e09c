/** The results of a search as markup: page and heading as a link, and the words in the text around them. */
import { escapeHtml } from '../base/markup.ts';
import { type Found, fits, longestQuery, type Section, wordsIn } from './search-index.ts';

/** The content of the page. `query` is what somebody typed or a link carries: anything. */
export function searchResults(root: string, query: string, found: Found): string {
  const asked = escapeHtml(query.slice(0, longestQuery));
  const items = found.sections.map((section) => resultItem(root, section, found.words));
  const list = items.length === 0 ? '' : `\n<ol class="results">\n${items.join('\n')}\n</ol>`;
  return `<h1 id="search">Search</h1>\n<p>${summary(asked, found)}</p>${list}`;
}

function summary(asked: string, { words, sections, count, hasAll }: Found): string {
  if (words.length === 0) return 'Type what you are looking for, such as “share a table”.';
  if (count === 0) return `No page has “${asked}”. Try another word.`;
  const some = hasAll ? '' : ' No section has all of these words.';
  if (count > sections.length) return `First ${sections.length} of ${count} results for “${asked}”.${some}`;
  return `${count} ${count === 1 ? 'result' : 'results'} for “${asked}”.${some}`;
}

function resultItem(root: string, section: Section, words: readonly string[]): string {
  const { path, page, heading, anchor, text } = section;
  const address = `${root}${path === '' ? '' : `/${path}`}${anchor === '' ? '' : `#${anchor}`}`;
  const title = heading === page ? page : `${page}: ${heading}`;
  return `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a><p>${marked(text, words)}</p></li>`;
}

const before = 60;
const longest = 220;

/** The part of the text around the first of the words, cut between words, with all of them marked. */
function marked(text: string, words: readonly string[]): string {
  const isWanted = ({ word }: { readonly word: string }): boolean =>
    words.some((wanted) => fits(word, wanted));
  const first = wordsIn(text).find(isWanted)?.start ?? 0;
  const from = first <= before ? 0 : text.lastIndexOf(' ', first - before) + 1;
  const isWhole = text.length <= from + longest;
  const part = isWhole ? text.slice(from) : text.slice(from, text.lastIndexOf(' ', from + longest));
  let html = from === 0 ? '' : '… ';
  let at = 0;
  for (const { start, end } of wordsIn(part).filter(isWanted)) {
    html += `${escapeHtml(part.slice(at, start))}<mark>${escapeHtml(part.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(part.slice(at))}${isWhole ? '' : ' …'}`;
}
