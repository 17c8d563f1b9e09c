/** What the service advises about a refused statement, as a change that one click makes. */
import { isBare, namesIn, type Place, unquoted } from './sql-names.ts';

export interface Suggestion {
  /** As it is to be written. */
  readonly write: string;
  /** What is to be replaced. */
  readonly places: readonly Place[];
}

export interface Refused {
  /** The reason. */
  readonly data?: string | undefined;
  readonly advice?: string | undefined;
}

export function suggestionFor(sql: string, { data = '', advice = '' }: Refused): Suggestion | undefined {
  const suggestion = otherName(sql, data, advice) ?? quotedName(sql, advice);
  return suggestion && suggestion.places.length > 0 ? suggestion : undefined;
}

export function withSuggestion(sql: string, { write, places }: Suggestion): string {
  return places.reduceRight((text, { from, to }) => text.slice(0, from) + write + text.slice(to), sql);
}

/** Where the reason points to, to be marked. */
export function refusedPlace(sql: string, { data = '' }: Refused): Place | undefined {
  const named = /^no such (?:column|table|function): (.*)$/s.exec(data)?.[1];
  if (named !== undefined) return placesOf(sql, named)[0];
  const near = /^near "(.*)": syntax error$/s.exec(data)?.[1];
  const from = near === undefined ? -1 : sql.indexOf(near);
  return near === undefined || from === -1 ? undefined : { from, to: from + near.length };
}

function otherName(sql: string, data: string, advice: string): Suggestion | undefined {
  const write = /^Did you mean ("(?:[^"]|"")*"|[^\s?]+)\?/.exec(advice)?.[1];
  const named = /^no such column: (.*)$/s.exec(data)?.[1];
  return write === undefined || named === undefined ? undefined : { write, places: placesOf(sql, named) };
}

/** Of a name, which may have that of its table before it. */
function placesOf(sql: string, named: string): readonly Place[] {
  const last = named.replace(/^.*\./s, '');
  const names = namesIn(sql);
  const whole = names.filter(({ name }) => name === named);
  return whole.length > 0 ? whole : names.filter(({ name }) => name === last);
}

function quotedName(sql: string, advice: string): Suggestion | undefined {
  const write = /needs double quotes: ("(?:[^"]|"")*")\.$/.exec(advice)?.[1];
  if (write === undefined) return undefined;
  const name = unquoted(write);
  const isWord = /^\w+$/.test(name);
  return { write, places: isWord ? wordOfSql(sql, name) : unquotedPlaces(sql, name) };
}

/** `order` as a column: not where the grammar means it. */
function wordOfSql(sql: string, name: string): readonly Place[] {
  const isColumn = (place: Place): boolean => !/^\s+by\b/i.test(sql.slice(place.to));
  const found = namesIn(sql).find(
    (each) => !each.isQuoted && each.name.toLowerCase() === name.toLowerCase() && isColumn(each),
  );
  return found ? [found] : [];
}

function unquotedPlaces(sql: string, name: string): readonly Place[] {
  const [text, wanted] = [sql.toLowerCase(), name.toLowerCase()];
  const places: Place[] = [];
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    const place = { from, to: from + wanted.length };
    if (isBare(sql, place)) places.push(place);
  }
  return places;
}
