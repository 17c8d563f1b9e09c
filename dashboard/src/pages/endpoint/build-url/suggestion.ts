/** What the service advises about a refused statement, as a change that one click makes. */
import { isBare, namesIn, type Place, unquoted } from './sql-names.ts';

export interface Suggestion {
  /** What the button says. */
  readonly write: string;
  readonly edits: readonly Edit[];
}

interface Edit extends Place {
  readonly text: string;
}

export interface Refused {
  /** The reason. */
  readonly data?: string | undefined;
  readonly advice?: string | undefined;
}

export function suggestionFor(sql: string, { data = '', advice = '' }: Refused): Suggestion | undefined {
  const suggestions = [
    otherName(sql, data, advice),
    singleQuotes(sql, data, advice),
    quotedName(sql, advice),
    onlyTable(sql, data),
    limitAtEnd(sql, advice),
  ];
  return suggestions.find((each) => each !== undefined && each.edits.length > 0);
}

export function withSuggestion(sql: string, { edits }: Suggestion): string {
  const inOrder = edits.toSorted((a, b) => a.from - b.from);
  return inOrder.reduceRight((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), sql);
}

/** The same text in several places. */
function written(write: string, places: readonly Place[]): Suggestion {
  return { write, edits: places.map(({ from, to }) => ({ from, to, text: write })) };
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
  return write === undefined || named === undefined ? undefined : written(write, placesOf(sql, named));
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
  return written(write, isWord ? wordOfSql(sql, name) : unquotedPlaces(sql, name));
}

/** A text that stands in double quotes. */
function singleQuotes(sql: string, data: string, advice: string): Suggestion | undefined {
  const write = /^Put text values in single quotes: ('(?:[^']|'')*')\. /.exec(advice)?.[1];
  const named = /^no such column: (.*)$/s.exec(data)?.[1];
  if (write === undefined) return undefined;
  return written(
    write,
    namesIn(sql).filter(({ name, isQuoted }) => isQuoted && name === named),
  );
}

/** Where a table is named, and before its columns. */
function onlyTable(sql: string, data: string): Suggestion | undefined {
  const named = /^no such table: (.*)$/s.exec(data)?.[1];
  const isTable = ({ from, to }: Place): boolean =>
    /\b(?:from|join)\s+$/i.test(sql.slice(Math.max(0, from - 20), from)) || sql.charAt(to) === '.';
  const places = namesIn(sql).filter((place) => place.name === named && isTable(place));
  return written('service_table', places);
}

/** `TOP 10` goes, `LIMIT 10` comes at the end. */
function limitAtEnd(sql: string, advice: string): Suggestion | undefined {
  const write = /^There is no TOP here: write (LIMIT \d+) at the end\.$/.exec(advice)?.[1];
  const top = /^\s*select\s+(top\s*\(?\s*\d+\s*\)?\s*)/di.exec(sql)?.indices?.[1];
  if (write === undefined || !top || namesIn(sql).some(({ name }) => name.toLowerCase() === 'limit'))
    return undefined;
  const end = sql.replace(/[\s;]+$/, '').length;
  return {
    write,
    edits: [
      { from: top[0], to: top[1], text: '' },
      { from: end, to: end, text: ` ${write}` },
    ],
  };
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
