/** What an address carries after its `?`, read with care: anybody may have written it. */

export type Search = Readonly<Record<string, unknown>>;

/** The text of a parameter, if it has one. */
export function textIn<Key extends string>(search: Search, key: Key): { [Each in Key]?: string } {
  const value = search[key];
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [Each in Key]: string }) : {};
}

/** One of the words, or none. */
export function wordIn<Key extends string, Word extends string>(
  search: Search,
  key: Key,
  words: readonly Word[],
): { [Each in Key]?: Word } {
  const value = words.find((word) => word === search[key]);
  return value === undefined ? {} : ({ [key]: value } as { [Each in Key]: Word });
}

/** A whole number that is not negative. */
export function wholeNumberIn<Key extends string>(search: Search, key: Key): { [Each in Key]?: number } {
  const value = Number(search[key] ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? ({ [key]: value } as { [Each in Key]: number }) : {};
}

/** A page from 2 on; the first needs no word. */
export function pageIn(search: Search): { page?: number } {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {};
}

interface Searched {
  readonly page?: number;
  readonly search?: string;
}

/** The address of a list that is searched for this text, from its first page. */
export function searchedFor(text: string) {
  return <Parameters extends Searched>({ page: _, search: __, ...rest }: Parameters) => ({
    ...rest,
    ...(text !== '' && { search: text }),
  });
}
