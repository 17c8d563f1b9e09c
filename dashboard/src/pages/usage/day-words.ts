/** A day of usage in words, and all of them together. */
import type { Answer } from '../../api-client.ts';
import { calendarDayText, numberText } from '../../formats.ts';

export type UsageDay = Answer<'GET /api/usage'>['days'][number];

/** “16 Nov 2026: 12 hits, 3 of them failed, 9 credits”. */
export function dayWords(day: UsageDay): string {
  return `${calendarDayText(day.day)}: ${countWords(day)}`;
}

export function sumWords(days: readonly UsageDay[]): string {
  const sum = (key: 'hits' | 'failed' | 'credits'): number =>
    days.reduce((total, day) => total + day[key], 0);
  const counts = { hits: sum('hits'), failed: sum('failed'), credits: sum('credits') };
  return `Last ${days.length} days: ${countWords(counts)}`;
}

function countWords({ hits, failed, credits }: Pick<UsageDay, 'hits' | 'failed' | 'credits'>): string {
  const failures = failed > 0 ? `, ${numberText(failed)} of them failed` : '';
  return `${counted(hits, 'request')}${failures}, ${counted(credits, 'credit')}`;
}

const counted = (count: number, word: string): string =>
  `${numberText(count)} ${word}${count === 1 ? '' : 's'}`;
