/**
 * A cell as displayed text (`cellFormat=string`), depending on its field type. Linked records are shown by the text
 * of their primary field.
 */
import { z } from 'zod';
import { type AirtableBase, type AirtableField, placeOfRecord } from './airtable-data.ts';
import { dateText } from './airtable-date-text.ts';

export interface TextContext {
  readonly base: AirtableBase;
  readonly timeZone: string;
}

type Text = (value: unknown) => string;
type MakeText = (options: TextOptions, context: TextContext) => Text;

const textOptions = z.looseObject({
  precision: z.number().int().min(0).max(8).catch(0),
  symbol: z.string().catch('$'),
  durationFormat: z.string().catch('h:mm'),
  linkedTableId: z.string().catch(''),
  result: z.object({ type: z.string(), options: z.unknown() }).nullable().catch(null),
});
type TextOptions = z.output<typeof textOptions>;

/** Created once per field and used for all its cells. */
export function cellText(field: Pick<AirtableField, 'type' | 'options'>, context: TextContext): Text {
  const options = textOptions.parse(field.options ?? {});
  const text = makers[field.type]?.(options, context) ?? plain;
  return (value) => {
    if (value === null || value === undefined) return '';
    return errorText(value) ?? text(value);
  };
}

const listed: MakeText = () => (value) => elements(value).map(plain).join(', ');
const named: MakeText = () => (value) => elements(value).map(personName).join(', ');
const dated: MakeText = (options, { timeZone }) => {
  const text = dateText(options, timeZone);
  return (value) => text(String(value));
};
const computed: MakeText = ({ result }, context) => {
  const text = result ? cellText({ type: result.type, options: asOptions(result.options) }, context) : plain;
  const isListType = result !== null && listTypes.has(result.type);
  return (value) => (Array.isArray(value) && !isListType ? value.map(text).join(', ') : text(value));
};

const makers: Readonly<Record<string, MakeText>> = {
  multilineText: () => (value) =>
    String(value).replaceAll(/<airtable:mention[^>]*>(.*?)<\/airtable:mention>/gs, '$1'),
  aiText: () => (value) => property(value, 'value'),
  number: ({ precision }) => numeric((number) => number.toFixed(precision)),
  currency: ({ precision, symbol }) => numeric((number) => money(number, precision, symbol)),
  percent: ({ precision }) => numeric((number) => `${(number * 100).toFixed(precision)}%`),
  duration: ({ durationFormat }) => numeric((seconds) => durationText(seconds, durationFormat)),
  checkbox: () => (value) => (value === true ? 'checked' : ''),
  date: dated,
  dateTime: dated,
  createdTime: (options, context) => (options.result ? computed(options, context) : dated(options, context)),
  lastModifiedTime: (options, context) =>
    options.result ? computed(options, context) : dated(options, context),
  multipleSelects: listed,
  singleCollaborator: named,
  createdBy: named,
  lastModifiedBy: named,
  multipleCollaborators: named,
  multipleRecordLinks: linkNames,
  multipleAttachments: () => (value) =>
    elements(value)
      .map((file) => `${property(file, 'filename')} (${property(file, 'url')})`)
      .join(', '),
  barcode: () => (value) => property(value, 'text'),
  button: () => (value) => property(value, 'label'),
  multipleLookupValues: computed,
  rollup: computed,
  formula: computed,
};

/** Types whose value is already a list, so that a list in a lookup is a single value. */
const listTypes: ReadonlySet<string> = new Set([
  'multipleSelects',
  'multipleCollaborators',
  'multipleRecordLinks',
  'multipleAttachments',
]);

function linkNames({ linkedTableId }: TextOptions, context: TextContext): Text {
  const table = context.base.tables.find(({ id }) => id === linkedTableId);
  const primary = table?.fields.find(({ id }) => id === table.primaryFieldId);
  if (!table || !primary) return plain;
  const isLoop = primary.type === 'multipleRecordLinks';
  const text = isLoop ? plain : cellText(primary, context);
  return (value) =>
    elements(value)
      .map((id) => text(table.records[placeOfRecord(table, String(id)) ?? -1]?.cells[primary.id]))
      .join(', ');
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const errorObject = z.union([
  z.strictObject({ specialValue: z.string() }),
  z.strictObject({ error: z.string() }),
]);

function errorText(value: unknown): string | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const error = errorObject.safeParse(value);
  return error.success ? Object.values(error.data)[0] : undefined;
}

function numeric(text: (number: number) => string): Text {
  return (value) => (typeof value === 'number' ? text(value) : plain(value));
}

function money(amount: number, precision: number, symbol: string): string {
  const digits = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: precision,
    maximumFractionDigits: precision,
  });
  return `${amount < 0 ? '-' : ''}${symbol}${digits}`;
}

/** `h:mm`, `h:mm:ss` and `h:mm:ss.S` with up to three decimals. */
function durationText(seconds: number, format: string): string {
  const places = /\.(S+)$/.exec(format)?.[1]?.length ?? 0;
  const whole = Math.abs(seconds);
  const hours = `${seconds < 0 ? '-' : ''}${Math.floor(whole / 3600)}`;
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(2, '0');
  if (!format.includes('ss')) return `${hours}:${minutes}`;
  const rest = (whole % 60).toFixed(places).padStart(places ? places + 3 : 2, '0');
  return `${hours}:${minutes}:${rest}`;
}

function personName(person: unknown): string {
  return property(person, 'name') || property(person, 'email') || property(person, 'id');
}

function property(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return plain(value);
  return plain(Object.entries(value).find(([name]) => name === key)?.[1]);
}

function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function asOptions(options: unknown): Record<string, unknown> | null {
  return z.record(z.string(), z.unknown()).nullable().catch(null).parse(options);
}
