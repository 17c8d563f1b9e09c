/** A secret in the fragment of the address: read once, and not kept in the history of the browser. */
export function takeFragment(): string {
  const fragment = location.hash.slice(1);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return fragment;
}
