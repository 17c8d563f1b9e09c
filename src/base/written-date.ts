/**
 * Dates and times as people write them, as ISO 8601: `31.12.2026`, `12/31/2026`, `31 Dec 2026`, `2026-12-31 17:05`. In
 * which order day and month stand is said, never guessed; a month that is named needs no order (contract 1.3.10).
 */

/** Which comes first. */
export type DateOrder = 'year' | 'day' | 'month';

const maxLength = 64;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const named =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?';
const separator = '\\s*[-/.\\s]\\s*';

const dayThenName = new RegExp(
  `^${weekday}(\\d{1,2})(?:st|nd|rd|th)?\\.?[-/.\\s]*(${named})\\.?[-/.,\\s]*(\\d{4}|\\d{2})$`,
  'i',
);
const nameThenDay = new RegExp(`^${weekday}(${named})\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`, 'i');
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = new RegExp(`^(\\d{1,2})${separator}(\\d{1,2})${separator}(\\d{4}|\\d{2})$`);
const withTime =
  /^(.*?)(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d{1,9})?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/** `2026-12-31`; null for what is no date in this order, or has a time of day. */
export function plainDate(written: string, order: DateOrder): string | null {
  if (written.length > maxLength) return null;
  const text = written.trim();
  const time = withTime.exec(text);
  if (!time) return dateOf(text, order);
  return /^0*$/.test(`${time[2]}${time[3]}${time[4] ?? ''}`) && !time[6] && !time[7]
    ? dateOf(time[1] ?? '', order)
    : null;
}

/** `2026-12-31T17:05:00`, with its zone if it has one; a date alone is its first moment. */
export function plainDateTime(written: string, order: DateOrder): string | null {
  if (written.length > maxLength) return null;
  const text = written.trim();
  const found = withTime.exec(text);
  const date = dateOf(found ? (found[1] ?? '') : text, order);
  if (date === null || !found) return date === null ? null : `${date}T00:00:00`;
  const [, , hours = '', minutes = '', seconds = '00', fraction = '', half = '', zone = ''] = found;
  const hour = hourOf(Number(hours), half);
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const point = fraction.replace(',', '.');
  return `${date}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}${point}${zoneOf(zone)}`;
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === '') return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

function zoneOf(zone: string): string {
  if (zone === '') return '';
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
}

function dateOf(text: string, order: DateOrder): string | null {
  const iso = yearFirst.exec(text);
  if (iso) return order === 'year' ? isoDate(iso[1], iso[3], iso[4]) : null;
  if (order === 'year') return null;
  const [, day, name, year] = dayThenName.exec(text) ?? [];
  if (name !== undefined) return isoDate(year, monthOf(name), day);
  const [, leading, dayAfter, yearAfter] = nameThenDay.exec(text) ?? [];
  if (leading !== undefined) return isoDate(yearAfter, monthOf(leading), dayAfter);
  const [, first, second, last] = yearLast.exec(text) ?? [];
  return order === 'day' ? isoDate(last, second, first) : isoDate(last, first, second);
}

function monthOf(name: string): string {
  return String(months.findIndex((month) => name.toLowerCase().startsWith(month)) + 1);
}

/** Two digits of a year are those from 1969 to 2068. */
function isoDate(year = '', month = '', day = ''): string | null {
  if (year === '' || month === '' || day === '') return null;
  const whole = year.length === 4 ? year : `${Number(year) < 69 ? 20 : 19}${year}`;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(Number(whole), Number(month), Number(day)) ? iso : null;
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const isoShape =
  /^(\d{4})-(\d\d)-(\d\d)(?:([T ])([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** What a text is that is written as ISO 8601 says and needs no other reading. */
export function isoKind(text: string): 'date' | 'datetime' | undefined {
  const found = isoShape.exec(text);
  if (!found || !isCalendarDate(Number(found[1]), Number(found[2]), Number(found[3]))) return undefined;
  return found[4] === undefined ? 'date' : 'datetime';
}
