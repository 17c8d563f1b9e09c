/** After how many requests owners on the trial are reminded (contract 6.1.1); pure. */
const remindedAt = [10, 50, 100, 150, 200, 250, 300] as const;

/** When several are passed at once, the last one is told. */
export function reminderReached(before: number, after: number): number | undefined {
  return remindedAt.findLast((number) => before < number && number <= after);
}

export const reminderKey = (accountId: string, requests: number): string =>
  `trial-reminder/${accountId}/${requests}`;
