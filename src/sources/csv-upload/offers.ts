/**
 * What a column of text could be if its owner agreed: numbers with currency or percent signs, dates. Most cells of the
 * sample must fit, and that others become empty is said; if two ways of reading fit and differ, each is offered
 * (contract 1.3.10).
 */
import type { FileWarning } from '../../table/stored/file-reading.ts';
import type { ChosenType } from '../../table/written-form.ts';
import { type ChosenNote, ChosenTally } from './chosen-tally.ts';

interface Offer {
  readonly type: ChosenType;
  readonly example: string;
  readonly fixes: FileWarning['fixes'];
}

const labels = {
  number: 'Read as numbers',
  date: 'Read as dates',
  datetime: 'Read as dates with times',
} as const;
const offered = ['number', 'date', 'datetime'] as const;

const fittingShare = 0.8;
const probedCells = 20;

/** `column` is its name in the file. */
export function offerOf(cells: readonly string[], column: string): Offer | undefined {
  const [example] = cells;
  if (example === undefined) return undefined;
  for (const type of offered) {
    // Most columns of text are seen to be no other by their first cells.
    if (!isFitting(tallied(type, cells.slice(0, probedCells)), Math.min(cells.length, probedCells))) continue;
    const { misfits, forms } = tallied(type, cells);
    if (!isFitting({ misfits }, cells.length)) continue;
    const label = misfits === 0 ? labels[type] : `${labels[type]}, other cells empty`;
    const fix = { label, choices: { columns: [{ column, type }] } };
    const choices = forms.map((form) => ({
      label: `${label}, ${form}`,
      choices: { columns: [{ column, type, form }] },
    }));
    return { type, example, fixes: choices.length > 0 ? choices : [fix] };
  }
  return undefined;
}

function tallied(type: ChosenType, cells: readonly string[]): ChosenNote {
  const tally = new ChosenTally(type, undefined);
  for (const cell of cells) tally.add(cell, 0, cell.length, 0);
  return tally.note();
}

function isFitting({ misfits }: Pick<ChosenNote, 'misfits'>, cells: number): boolean {
  return cells - misfits >= fittingShare * cells;
}
