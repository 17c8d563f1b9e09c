/**
 * What LibreOffice Calc makes of an `excel_web_query` page: the cells as a person sees them, and what each is
 * to the spreadsheet: a text, a number, a formula (contract 4.7.9).
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface ImportedCell {
  /** `string`, `float`, `boolean`; empty for a blank cell. */
  readonly type: string;
  /** The exact value of a number, the text of anything else. */
  readonly value: string;
}

export interface ImportedSheet {
  readonly formulas: number;
  readonly rows: readonly (readonly ImportedCell[])[];
}

/** The filter of **External Links**, and the one that opens a page in Calc. */
export const spreadsheetFilters = ['calc_HTML_WebQuery', 'HTML (StarCalc)'] as const;

/** A profile of its own, so that a running office of the user is not touched. */
export async function importSpreadsheet(
  page: string,
  filter: (typeof spreadsheetFilters)[number],
): Promise<ImportedSheet> {
  const folder = dirname(page);
  const profile = `-env:UserInstallation=file://${join(folder, 'office-profile')}`;
  const words = ['--headless', profile, `--infilter=${filter}`, '--convert-to', 'fods'];
  await promisify(execFile)('soffice', [...words, '--outdir', folder, page], { timeout: 120_000 });
  const sheet = await readFile(join(folder, `${basename(page, '.html')}.fods`), 'utf8');
  return {
    formulas: sheet.match(/ table:formula=/g)?.length ?? 0,
    rows: [...sheet.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) => cellsOf(row)),
  };
}

const cell = /<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs;

function cellsOf(row: string): ImportedCell[] {
  return [...row.matchAll(cell)].flatMap(([, attributes = '', content = '']) => {
    const repeated = Number(attribute(attributes, 'table:number-columns-repeated') || 1);
    const type = attribute(attributes, 'office:value-type');
    const value = type === 'float' ? attribute(attributes, 'office:value') : textOf(content);
    return repeated > 50 ? [] : Array.from({ length: repeated }, () => ({ type, value }));
  });
}

function attribute(attributes: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

function textOf(content: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, paragraph = '']) => paragraph.replace(/<text:s\b[^>]*>/g, spaces).replace(/<[^>]*>/g, ''))
    .join('\n')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

function spaces(element: string): string {
  return ' '.repeat(Number(attribute(element, 'text:c') || 1));
}
