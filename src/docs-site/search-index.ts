/**
 * The search over the documentation: every section of every page by its words, made once from the rendered pages. A word
 * of a query finds all words that begin with it. Headings and pages of that name count most, then how many of the words
 * a section has.
 */

export interface SearchPage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

export interface Section {
  readonly path: string;
  readonly page: string;
  /** The heading; of what stands above the first one, the title of the page. */
  readonly heading: string;
  /** The id of the heading; empty at the top of the page. */
  readonly anchor: string;
  readonly text: string;
}

export interface Found {
  readonly sections: readonly Section[];
  readonly count: number;
  /** The words that were looked for, as `wordsOf` gives them. */
  readonly words: readonly string[];
  /** Whether some section has all of the words. */
  readonly hasAll: boolean;
}

export const longestQuery = 200;
const mostWords = 8;
const mostResults = 20;

export function searchIndex(pages: readonly SearchPage[]): (query: string) => Found {
  const sections = pages.flatMap(sectionsOf);
  const weights = new Map<string, Map<number, number>>();
  const add = (at: number, text: string, weight: number, most: number): void => {
    for (const { word } of wordsIn(text)) {
      const places = weights.get(word) ?? new Map<number, number>();
      weights.set(word, places.set(at, Math.min((places.get(at) ?? 0) + weight, most)));
    }
  };
  for (const [at, section] of sections.entries()) {
    add(at, section.text, 1, textWeight);
    add(at, section.heading, headingWeight, 100);
    add(at, section.page, section.anchor === '' ? pageWeight : 1, 100);
  }
  return (query) => {
    const words = queryWords(query);
    const scores = new Map<number, { words: number; weight: number }>();
    for (const word of words) {
      for (const [at, weight] of placesOf(word, weights)) {
        const score = scores.get(at) ?? { words: 0, weight: 0 };
        scores.set(at, { words: score.words + 1, weight: score.weight + weight + wordWeight });
      }
    }
    const found = [...scores].sort(([a, one], [b, other]) => other.weight - one.weight || a - b);
    return {
      sections: found.slice(0, mostResults).flatMap(([at]) => sections[at] ?? []),
      count: found.length,
      words,
      hasAll: found.some(([, score]) => score.words === words.length),
    };
  };
}

const wordWeight = 10;
const textWeight = 5;
const headingWeight = 12;
const pageWeight = 8;

/** The best weight of the words that begin with this one, by section. */
function placesOf(
  word: string,
  weights: ReadonlyMap<string, ReadonlyMap<number, number>>,
): Map<number, number> {
  const places = new Map<number, number>();
  for (const [candidate, weightAt] of weights) {
    if (!fits(candidate, word)) continue;
    for (const [at, weight] of weightAt) places.set(at, Math.max(places.get(at) ?? 0, weight));
  }
  return places;
}

/** A letter or a small number finds only itself, and "table" not the name of the product, which is everywhere. */
export function fits(word: string, wanted: string): boolean {
  return wanted.length < 3 || word === 'tablecast' ? word === wanted : word.startsWith(wanted);
}

/** What a query is looked up by: without the words that every page has, unless it has no others. */
function queryWords(query: string): string[] {
  const words = [...new Set([...wordsIn(query.slice(0, longestQuery))].map(({ word }) => word))];
  const telling = words.filter((word) => !common.has(word));
  return (telling.length > 0 ? telling : words).slice(0, mostWords).map(singular);
}

const common = new Set(
  'a an and are as at be by can do does for from have how i if in is it my of on or that the this to what when where which with you your'.split(
    ' ',
  ),
);

/** So that "schedules" finds "schedule". */
const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** "email" and "e-mail" are one word, and both are found by "mail". */
export function* wordsIn(text: string): Generator<Word, undefined> {
  for (const { 0: found, index } of text.matchAll(/\be-mail\p{L}*|[\p{L}\p{N}]+/giu)) {
    const word = found.toLowerCase().replace(/^e-?mail/, 'mail');
    yield { word, start: index, end: index + found.length };
  }
}

const headings = /<h[1-3] id="([^"]*)">(.*?)<\/h[1-3]>/g;

/** The page of an error is short: it is one section. */
function sectionsOf({ path, title, html }: SearchPage): Section[] {
  const all = [...html.matchAll(headings)];
  const starts = path.startsWith('errors/') ? all.slice(0, 1) : all;
  return starts.map(({ 0: tag, 1: id = '', 2: heading = '', index }, at) => ({
    path,
    page: title,
    heading: at === 0 ? title : plainText(heading),
    anchor: at === 0 ? '' : plainText(id),
    text: plainText(html.slice(index + tag.length, starts[at + 1]?.index)),
  }));
}

/** Our own markup, so `<` and `>` are never part of an attribute or a text. */
function plainText(html: string): string {
  return html
    .replace(/<\/?(?:code|strong|em|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => characters[reference] ?? reference)
    .replace(/\s+/g, ' ')
    .trim();
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
