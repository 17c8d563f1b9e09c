/**
 * The parameters of an address, from which the field for the address and the controls are both made. What is not known
 * is kept as it is.
 */
import type { Query } from '../../../features/urls/url-of.ts';

export type ReadUrl = { readonly query: Query } | { readonly problem: string };

/** Any host, and `/files/` before the id, mean the same endpoint. */
export function readUrl(text: string, endpointUrl: string): ReadUrl {
  const written = text.replace(/\s*\n\s*/g, '').trim();
  const url = parsed(written.startsWith('?') ? endpointUrl + written : written);
  const own = new URL(endpointUrl).pathname;
  const accepted = [own, own.replace(/[^/]*$/, 'files/$&')];
  if (!url || !accepted.includes(url.pathname.replace(/\/$/, '')))
    return { problem: `This is not the URL of this endpoint, which begins with ${endpointUrl}` };
  return { query: [...url.searchParams] };
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The last one counts, and names are read in any case. */
export function valueIn(query: Query, name: string): string | undefined {
  return query.findLast(([each]) => each.toLowerCase() === name)?.[1];
}

/** Undefined or empty: left out. */
export function withValue(query: Query, name: string, value: string | undefined): Query {
  const isOther = ([each]: Query[number]): boolean => each.toLowerCase() !== name;
  if (!value) return query.filter(isOther);
  const at = query.findIndex((pair) => !isOther(pair));
  if (at === -1) return [...query, [name, value]];
  return [...query.slice(0, at), [name, value], ...query.slice(at + 1).filter(isOther)];
}

/** What a preview is asked with. */
export function parametersOf(query: Query): Record<string, string> {
  return Object.fromEntries(query);
}

/** From what the browser has kept. */
export function checkQuery(stored: unknown): Query | undefined {
  const isPair = (pair: unknown): pair is readonly [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string');
  return Array.isArray(stored) && stored.every(isPair) ? stored : undefined;
}
