/**
 * The id of a Google spreadsheet out of what an owner gives: the id itself, or the address of its page as the
 * browser shows it, which may also name one sheet by `gid`.
 */
import { ChoiceError } from '../source.ts';
import { idPattern } from './settings.ts';

export function addressOf(given: string | undefined): {
  readonly spreadsheet: string;
  readonly gid?: number;
} {
  const text = given?.trim() ?? '';
  if (text === '')
    throw new ChoiceError('spreadsheet', 'is missing. Give the id or the address of a spreadsheet.');
  if (idPattern.test(text)) return { spreadsheet: text };
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  const spreadsheet = url && idIn(url);
  if (!url || !spreadsheet) {
    const problem =
      'is neither the id nor the address of a spreadsheet. Copy the address from the browser while the spreadsheet is open.';
    throw new ChoiceError('spreadsheet', problem);
  }
  const gid = gidIn(url);
  return gid === undefined ? { spreadsheet } : { spreadsheet, gid };
}

/** Addresses under `/d/e/` are published copies, which have no id. */
function idIn(url: URL): string | undefined {
  if (!/(^|\.)google\.com$/.test(url.hostname)) return undefined;
  const inPath = /\/d\/(?!e\/)([\w-]+)/.exec(url.pathname)?.[1];
  const given = inPath ?? url.searchParams.get('id') ?? url.searchParams.get('key') ?? '';
  return idPattern.test(given) ? given : undefined;
}

function gidIn(url: URL): number | undefined {
  const found = /[#&?]gid=(\d{1,15})(?!\d)/.exec(url.hash) ?? /[?&]gid=(\d{1,15})(?!\d)/.exec(url.search);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
