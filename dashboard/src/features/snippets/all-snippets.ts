/** Every program that an address can be used in, in the order in which they are offered. */
import { languages } from './code-snippets.ts';
import type { Program } from './snippet.ts';
import { excel, googleSheets, libreOffice } from './spreadsheet-snippets.ts';
import { webPrograms } from './web-snippets.ts';

export const allPrograms: readonly Program[] = [
  excel,
  googleSheets,
  libreOffice,
  ...languages,
  ...webPrograms,
];
