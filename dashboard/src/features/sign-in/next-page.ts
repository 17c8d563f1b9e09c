/** Where somebody goes on after signing in: to the page that was asked for, if it is one of the dashboard. */

/** The path in the browser; anybody may have written `next`. */
export function nextPath(next: string | undefined): string {
  const base = new URL(document.baseURI);
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return base.pathname;
  const { origin, pathname, search, hash } = new URL(`.${next}`, base);
  const isOwn = origin === base.origin && pathname.startsWith(base.pathname);
  return isOwn ? `${pathname}${search}${hash}` : base.pathname;
}
