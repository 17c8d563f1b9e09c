/**
 * Formats a date, time or duration cell by its pattern: `yyyy-mm-dd`, `m/d/yyyy h:mm:ss`, `mmmm yyyy`,
 * `h:mm AM/PM`, `[h]:mm:ss`. Serial 0 is 1899-12-30; `m` directly after hours or before seconds means minutes.
 */

export function serialText(serial: number, pattern: string): string {
  const tokens = tokensOf(pattern);
  const isElapsed = tokens.some((token) => token.startsWith('['));
  const step = tokens.some((token) => /^\.0+$/.test(token)) ? 1 : 1000;
  const shown = isElapsed ? Math.abs(serial) : serial;
  const milliseconds = Math.round((shown * dayLength) / step) * step;
  const moment: Moment = {
    date: new Date(epoch + milliseconds),
    milliseconds,
    isHalfDay: tokens.some((token) => /^(am\/pm|a\/p)$/i.test(token)),
  };
  const text = tokens.map((token, index) => tokenText(moment, token, isMinute(tokens, index))).join('');
  return isElapsed && serial < 0 ? `-${text}` : text;
}

const dayLength = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
const letters = /\[h+\]|\[m+\]|\[s+\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|"[^"]*"|\\.|[\s\S]/gi;

interface Moment {
  readonly date: Date;
  readonly milliseconds: number;
  readonly isHalfDay: boolean;
}

function tokensOf(pattern: string): string[] {
  return pattern.match(letters) ?? [];
}

function isMinute(tokens: readonly string[], index: number): boolean {
  if (!/^m{1,2}$/i.test(tokens[index] ?? '')) return false;
  const isLetter = (token: string): boolean => /^\[?[ymdhs]/i.test(token);
  const before = tokens.slice(0, index).findLast(isLetter);
  const after = tokens.slice(index + 1).find(isLetter);
  return /^\[?h/i.test(before ?? '') || /^s/i.test(after ?? '');
}

function tokenText(moment: Moment, token: string, minute: boolean): string {
  const { date, milliseconds } = moment;
  const kind = token[0]?.toLowerCase() ?? '';
  if (kind === '[') return elapsed(milliseconds, token);
  if (/^\.0+$/.test(token)) return (date.getUTCMilliseconds() / 1000).toFixed(token.length - 1).slice(1);
  if (kind === '"') return token.slice(1, -1);
  if (kind === '\\') return token.slice(1);
  if (/^(am\/pm|a\/p)$/i.test(token)) return half(date, token);
  if (kind === 'y')
    return String(token.length > 2 ? date.getUTCFullYear() : date.getUTCFullYear() % 100).padStart(
      token.length > 2 ? 4 : 2,
      '0',
    );
  if (kind === 'm' && minute) return padded(date.getUTCMinutes(), token);
  if (kind === 'm') return named(date, token, date.getUTCMonth() + 1, 'month');
  if (kind === 'd') return named(date, token, date.getUTCDate(), 'weekday');
  if (kind === 'h')
    return padded(moment.isHalfDay ? date.getUTCHours() % 12 || 12 : date.getUTCHours(), token);
  if (kind === 's') return padded(date.getUTCSeconds(), token);
  return token;
}

function padded(value: number, token: string): string {
  return String(value).padStart(Math.min(token.length, 2), '0');
}

function half(date: Date, token: string): string {
  const text = date.getUTCHours() < 12 ? 'AM' : 'PM';
  return token.length > 3 ? text : text.slice(0, 1);
}

function elapsed(milliseconds: number, token: string): string {
  const unit = { h: 3_600_000, m: 60_000, s: 1000 }[token[1]?.toLowerCase() ?? ''] ?? 1;
  return String(Math.floor(milliseconds / unit)).padStart(token.length - 2, '0');
}

/** One or two letters give the number, three the short name, four the full name. */
function named(date: Date, token: string, value: number, part: 'month' | 'weekday'): string {
  if (token.length < 3) return padded(value, token);
  const length = token.length === 3 ? 'short' : 'long';
  return new Intl.DateTimeFormat('en-US', { [part]: length, timeZone: 'UTC' }).format(date);
}
