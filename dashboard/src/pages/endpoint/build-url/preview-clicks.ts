/** What a click in the preview does to the question: a heading sorts, a cell filters by its value. */
import { type Question, shownColumns, type TableColumn } from '../../../features/builder/question.ts';
import { filterBy, withFilter, withSort } from '../../../features/builder/question-changes.ts';
import type { PreviewClicks } from '../../../features/previews/preview-table.tsx';

/** A preview shows the beginning of longer cells, which is no value. */
const longestCell = 1_000;

export function previewClicks(
  question: Question | undefined,
  columns: readonly TableColumn[],
  onChange: (question: Question) => void,
): PreviewClicks | undefined {
  if (!question) return undefined;
  const { shown, sort } = question;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const sortable = 'by' in shown ? new Set(shownColumns(shown)) : byName;
  const filterable = 'by' in shown ? new Set(shown.by) : byName;
  return {
    sort: (name) => (sortable.has(name) ? () => onChange(withSort(question, name)) : undefined),
    sorted: (name) => {
      const found = sort.find(({ column }) => column === name);
      return found && (found.isDescending ? 'descending' : 'ascending');
    },
    filter: (name, value) => {
      const column = filterable.has(name) ? byName.get(name) : undefined;
      const isWhole = value === null || value.length <= longestCell;
      const filter = column && isWhole ? filterBy(column, value) : undefined;
      return filter && (() => onChange(withFilter(question, filter)));
    },
  };
}
