/**
 * Whether the first row of a table looks like names or like data. Names are texts above numbers or dates; data is a
 * number above numbers, a date above dates, or a text that stands below once more. Years and counted numbers are names
 * as well, so they are only in doubt (contract 1.3.6).
 */
import { plainDateTime } from '../../base/written-date.ts';
import { plainNumber } from '../../base/written-number.ts';

/** `doubtful`: numbers that may count or be years, and nothing else. */
export type HeaderLook = 'names' | 'data' | 'doubtful' | 'unclear';

type Row = readonly string[];
type Kind = 'empty' | 'number' | 'date' | 'text';

const comparedRows = 100;

export function headerLook(first: Row, below: readonly Row[]): HeaderLook {
  const rows = below.slice(0, comparedRows);
  const kinds = first.map(kindOf);
  const saysNothing = areYears(first) || areCounted(first);
  if (rows.length === 0) return isAllData(kinds) && !saysNothing ? 'data' : 'unclear';
  let alike = 0;
  for (const [at, kind] of kinds.entries()) {
    const typed = kindOfColumn(rows, at);
    if (typed === undefined || kind === 'empty') continue;
    if (kind === 'text') return 'names';
    if (kind === typed && !(kind === 'number' && saysNothing)) alike += 1;
  }
  if (alike > 0 || repeats(first, rows)) return 'data';
  return isAllData(kinds) && saysNothing && kinds.includes('number') ? 'doubtful' : 'unclear';
}

function isAllData(kinds: readonly Kind[]): boolean {
  const filled = kinds.filter((kind) => kind !== 'empty');
  return filled.length > 0 && filled.every((kind) => kind !== 'text');
}

/** The kind that all filled cells of a column have, if it is not text. */
function kindOfColumn(rows: readonly Row[], at: number): 'number' | 'date' | undefined {
  let found: Kind | undefined;
  for (const row of rows) {
    const kind = kindOf(row[at] ?? '');
    if (kind === 'empty') continue;
    if (kind === 'text' || (found !== undefined && found !== kind)) return undefined;
    found = kind;
  }
  return found === 'number' || found === 'date' ? found : undefined;
}

const missingWords = /^(?:|-|n\/?a|null|none|nan|\?)$/i;

function kindOf(written: string): Kind {
  const text = written.trim();
  if (missingWords.test(text)) return 'empty';
  if (/^[^\d]*$/.test(text)) return 'text';
  if (plainNumber(text, 'point') !== null || plainNumber(text, 'comma') !== null) return 'number';
  const isDate = (['year', 'day', 'month'] as const).some((order) => plainDateTime(text, order) !== null);
  return isDate ? 'date' : 'text';
}

function areYears(first: Row): boolean {
  const numbers = first.filter((text) => kindOf(text) === 'number');
  return numbers.every((text) => /^(?:19|20)\d\d$/.test(text.trim()));
}

/** `1, 2, 3`, as the columns of a matrix are named. */
function areCounted(first: Row): boolean {
  const numbers = first.filter((text) => kindOf(text) === 'number').map(Number);
  return numbers.length > 2 && numbers.every((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + 1);
}

/** A header that stands in the middle once more, as in files that were put together, is none. */
function repeats(first: Row, rows: readonly Row[]): boolean {
  const others = rows.filter((row) => row.some((text, at) => text !== first[at]));
  return first.some((text, at) => text.trim() !== '' && others.some((row) => row[at] === text));
}
