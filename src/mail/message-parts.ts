/** What several mails share: facts that may be missing, days and moments as mails write them; pure. */

/** To what the mail is about. */
export interface Linked {
  readonly link: string;
}

export function optionalFact(label: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[label, value]];
}

const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** "Dec 16, 2026". */
export const day = (at: number): string => calendar.format(at);

/** On the clock of the schedule: "Dec 16, 2026, 07:30 GMT+1". */
export function zoned(at: number, zone: string): string {
  const clock = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: zone,
  } as const;
  return new Intl.DateTimeFormat('en-US', { ...clock, ...time }).format(at).replaceAll('\u202f', ' ');
}

export const moment = (at: number): string => zoned(at, 'UTC');
