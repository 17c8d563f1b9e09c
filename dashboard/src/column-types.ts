/** The types of columns as people call them. */
const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  date: 'date',
  datetime: 'date and time',
  json: 'list or object',
  any: 'mixed',
};

export const typeText = (type: string): string => names[type] ?? type;
