/** The types of columns, and those of fields at the platforms, as people call them. */
const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  date: 'date',
  datetime: 'date and time',
  json: 'list or object',
  any: 'mixed',
  // Airtable
  singleLineText: 'text',
  multilineText: 'long text',
  aiText: 'AI text',
  dateTime: 'date and time',
  multipleSelects: 'multiple select',
  singleCollaborator: 'user',
  multipleCollaborators: 'users',
  multipleRecordLinks: 'link to another record',
  multipleLookupValues: 'lookup',
  multipleAttachments: 'attachments',
  externalSyncSource: 'sync source',
  // Notion
  rich_text: 'text',
  multi_select: 'multiple select',
  people: 'person',
  files: 'files and media',
  unique_id: 'ID',
  // Both
  email: 'e-mail',
  url: 'URL',
};

/** A type that has come since is told in its own words. */
export const typeText = (type: string): string =>
  names[type] ??
  type
    .replaceAll('_', ' ')
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase();
