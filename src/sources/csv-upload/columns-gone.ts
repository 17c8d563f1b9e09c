/** What is said when a file lacks columns that its endpoint exports. */
import { listedNames } from '../../base/listed-names.ts';

export function columnsGoneText(lost: readonly string[]): string {
  const columns = lost.length === 1 ? 'column' : 'columns';
  return `The file no longer has the ${columns} ${listedNames(lost)}.`;
}
