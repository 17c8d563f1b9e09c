/** Columns to choose from; one that is gone is still there, and says so. */
import type { TableColumn } from './question.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export function columnChoices(columns: readonly TableColumn[], chosen: string): Choice[] {
  const choices = columns.map(({ name }) => ({ value: name, label: name }));
  const isThere = columns.some(({ name }) => name === chosen);
  return isThere ? choices : [{ value: chosen, label: `${chosen} (gone)` }, ...choices];
}
