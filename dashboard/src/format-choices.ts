/** The output formats of contract 4.7 by their `type`, in groups, as a field offers them. */

export const formatGroups = [
  { group: 'Tables', items: [['csv', 'CSV']] },
  {
    group: 'JSON',
    items: [
      ['json_records', 'JSON records'],
      ['json_split', 'JSON split'],
      ['json_index', 'JSON index'],
      ['json_columns', 'JSON columns'],
      ['json_values', 'JSON values'],
      ['json_table', 'JSON table'],
      ['ndjson', 'NDJSON'],
    ],
  },
  {
    group: 'Markup',
    items: [
      ['xml', 'XML'],
      ['html_table', 'HTML table'],
      ['dynamic_table', 'Dynamic table'],
      ['excel_web_query', 'Excel web query'],
    ],
  },
] as const;

const labels: ReadonlyMap<string, string> = new Map(
  formatGroups.flatMap(({ items }): (readonly [string, string])[] => [...items]),
);

export const formatLabel = (type: string): string => labels.get(type) ?? type;

export const isFormat = (type: string): boolean => labels.has(type);
