/** A URL with parameters, encoded so that programs, formulas and shells take all of it. */

/** Names and values in the order in which they stand. */
export type Query = readonly (readonly [name: string, value: string])[];

export function urlOf(endpointUrl: string, query: Query): string {
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.length === 0 ? endpointUrl : `${endpointUrl}?${pairs.join('&')}`;
}

/** Also what an address may carry but a formula or a shell would end it at. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The same in another format. */
export function urlAs(url: string, type: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const others = [...searchParams].filter(([name]) => name.toLowerCase() !== 'type');
  return urlOf(origin + pathname, [...others, ['type', type]]);
}
