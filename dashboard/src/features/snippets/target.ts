/** The endpoint that a snippet is filled in with, and the query that was built for it. */
import { type Query, urlOf } from '../urls/url-of.ts';

export interface Target {
  readonly name: string;
  readonly url: string;
  /** The default format. */
  readonly type: string;
  /** Then a snippet carries the word TOKEN in place of the token, which nobody can show again. */
  readonly isProtected: boolean;
  /** What was built; absent: the whole table. */
  readonly query?: Query;
  /** Of the answer, as far as they are known. */
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
}

export const bearer = 'Bearer TOKEN';

/** The waiting page is for a person at a browser. */
const ofBrowsers: readonly string[] = ['show_wait_page'];
/** A snippet has a format of its own. */
const ofFormats: readonly string[] = ['type', 'nest_json', ...ofBrowsers];

/** What was built, its format with it. */
export function builtQuery({ query = [] }: Target): Query {
  return query.filter(([name]) => !ofBrowsers.includes(name.toLowerCase()));
}

/** What was built, whatever the format is. */
export function question({ query = [] }: Target): Query {
  return query.filter(([name]) => !ofFormats.includes(name.toLowerCase()));
}

/** The URL in this format. */
export function addressAs(target: Target, type: string): string {
  return type === target.type ? urlOf(target.url, question(target)) : addressWith(target, type);
}

/** The URL, with the format always in it: a change of the default must not break who relies on one. */
export function addressWith(target: Target, type: string): string {
  return urlOf(target.url, [...question(target), ['type', type]]);
}

const privateAddress =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(?:::1\]|::\]|f[cd]|fe[89ab]))/i;

/** Whether only this machine, or those beside it, can reach the address. */
export function isOnlyNearby(url: string): boolean {
  const { hostname } = new URL(url);
  const isName = !/^[\d.]+$|^\[/.test(hostname);
  const isLocalName =
    isName && (!hostname.includes('.') || /\.(?:localhost|local|internal|lan)$/i.test(hostname));
  return isLocalName || privateAddress.test(hostname);
}
