/** Owners name a Google spreadsheet by its id or by the address that their browser shows (4.6, `save_to_gsheets`). */
export function spreadsheetId(given: string): string {
  return /\/spreadsheets\/d\/([\w-]+)/.exec(given)?.[1] ?? given.trim();
}
