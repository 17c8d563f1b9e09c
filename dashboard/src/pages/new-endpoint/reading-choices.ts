/** How a file can be read, in the words of the service and in those of people. */

export const delimiters = [
  { name: 'comma', value: ',', label: 'Comma' },
  { name: 'semicolon', value: ';', label: 'Semicolon' },
  { name: 'tab', value: '\t', label: 'Tab' },
  { name: 'bar', value: '|', label: 'Bar' },
] as const;

export const encodings = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
] as const;

export const decimals = ['comma', 'point'] as const;

const typeLabels: Readonly<Record<string, string>> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'True or false',
};

export const typeLabel = (type: string): string => typeLabels[type] ?? type;
