/** Owners name a Google spreadsheet by its id or by the address that their browser shows (contract 4.6.13). */
export function spreadsheetId(given: string): string {
  return /\/spreadsheets\/d\/([\w-]+)/.exec(given)?.[1] ?? given.trim();
}
