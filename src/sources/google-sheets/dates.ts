/**
 * Dates and times of Google Sheets: a serial number counts days since 1899-12-30, its fraction is the time of
 * day. A date becomes `2024-05-01`, one with a time `2024-05-01T10:30:00`, a time of day `10:30:00`; a duration
 * stays as the sheet shows it (contract 1.3.5).
 */
import { dayMs } from '../../base/durations.ts';

/** `shown` is the text that the sheet displays for the serial number. */
export function dateText(shown: string, serial: number): string {
  const clock = secondsShown(shown);
  if (serial >= 0 && serial < 1 && !showsDayZero(shown)) {
    const isDuration = clock !== undefined && Math.abs(clock - serial * 86_400) >= 60;
    return isDuration ? shown : (isoText(serial)?.slice(11) ?? midnight);
  }
  if (clock !== undefined) return shown;
  const iso = isoText(serial);
  if (iso === undefined) return shown;
  const isDay = iso.endsWith(`T${midnight}`) && !showsClock.test(shown);
  return isDay ? iso.slice(0, 10) : iso;
}

const midnight = '00:00:00';
/** Midnight in a column of dates with times is a time like any other. */
const showsClock = /\d:\d\d/;
const dayZero = Date.UTC(1899, 11, 30);

/** Undefined for years that have no four digits. */
function isoText(serial: number): string | undefined {
  const date = new Date(dayZero + Math.round(serial * dayMs));
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  if (text.length !== '1899-12-30T00:00:00.000Z'.length) return undefined;
  return text.endsWith('.000Z') ? text.slice(0, -5) : text.slice(0, -1);
}

const clockPattern = /^\s*(\d+):(\d{1,2})(?::(\d{1,2}(?:[.,]\d+)?))?\s*(?:([ap])\.?\s?m\.?)?\s*$/iu;
const negativeClock = /^\s*[-−]\s*\d+:\d/u;

/** The seconds that a text like `10:30`, `10:30:05 PM` or `26:15:00` stands for; undefined for any other text. */
function secondsShown(shown: string): number | undefined {
  if (!shown.includes(':')) return undefined;
  if (negativeClock.test(shown)) return Number.NEGATIVE_INFINITY;
  const found = clockPattern.exec(shown);
  if (!found) return undefined;
  const [, hours, minutes, seconds = '0', half] = found;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hour * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

/** Whether the day 1899-12-30 itself is displayed, as an empty date often is. */
function showsDayZero(shown: string): boolean {
  return /1899|\b(?:12\D30\D99|30\D12\D99|99\D12\D30)\b/.test(shown);
}
