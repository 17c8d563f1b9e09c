/** How a file can be read, in the words of the service and in those of people. */
import type { UploadedFile } from './send-file.ts';

export type Overrides = UploadedFile['overrides'];
export type Correction = Overrides['columns'][number];
export type Choices = UploadedFile['warnings'][number]['fixes'][number]['choices'];

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

export const columnTypes = [
  { value: 'string', label: 'Text' },
  { value: 'integer', label: 'Whole number' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
  { value: 'boolean', label: 'True or false' },
] as const;

export const typeLabel = (type: string): string =>
  columnTypes.find(({ value }) => value === type)?.label ?? type;

/** What is chosen of a column takes the place of what was chosen of it before. */
export function corrected(before: readonly Correction[], now: readonly Correction[]): Correction[] {
  const changed = new Set(now.map(({ column }) => column));
  return [...before.filter(({ column }) => !changed.has(column)), ...now];
}
