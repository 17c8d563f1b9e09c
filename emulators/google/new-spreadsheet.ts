/**
 * A spreadsheet that the app creates for a user: one sheet of 1,000 rows and 26 columns, visible to nobody else.
 */
import { randomBytes } from 'node:crypto';
import type { Cell, GoogleSpreadsheet } from './google-data.ts';

export function newSpreadsheet(title: string, email: string, rows: Cell[][] = []): GoogleSpreadsheet {
  const columnCount = rows.reduce((most, row) => Math.max(most, row.length), 26);
  return {
    id: newFileId(),
    title,
    locale: 'en_US',
    timeZone: 'Etc/GMT',
    sharedWith: [email],
    openedWithApp: true,
    sheets: [
      {
        sheetId: 0,
        title: 'Sheet1',
        rowCount: Math.max(1000, rows.length),
        columnCount,
        sheetType: 'GRID',
        rows,
      },
    ],
    namedRanges: [],
  };
}

/** 44 characters, like Google's file ids. */
export function newFileId(): string {
  return `1${randomBytes(40).toString('base64url').slice(0, 43)}`;
}
