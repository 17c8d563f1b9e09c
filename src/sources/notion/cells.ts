/**
 * One Notion property value becomes one cell: what a reader sees in Notion, as a number, a boolean or a
 * text. What is empty is missing. A type that is not known here stays as the JSON it came as (contract 1.3.5).
 */
import { z } from 'zod';
import type { Cell, ColumnType } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

export function columnType(propertyType: string): ColumnType {
  return kinds.get(propertyType)?.column ?? 'any';
}

/** `value` is what stands under the name of the type. A relation becomes its ids. */
export function cellOf(propertyType: string, value: unknown): Cell {
  const kind = kinds.get(propertyType);
  return kind ? kind.cell(value) : parseOrUnavailable(jsonShape, value ?? null);
}

export function textOf(richText: unknown): string {
  return parseOrUnavailable(richTextShape, richText)
    .map((part) => part.plain_text)
    .join('');
}

interface Kind {
  readonly column: ColumnType;
  cell(value: unknown): Cell;
}

function kind<Value>(column: ColumnType, shape: z.ZodType<Value>, cell: (value: Value) => Cell): Kind {
  return { column, cell: (value) => cell(parseOrUnavailable(shape, value)) };
}

/** Inside a complete rollup a list comes as one of its items at a time; an absent one is empty. */
function listOf<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : value == null ? [] : [value]),
    z.array(item),
  );
}

const jsonShape = z.json();
const richTextShape = listOf(z.object({ plain_text: z.string().default('') }));

const text = (value: string | null | undefined): Cell => value ?? null;
const joined = (values: readonly (string | null | undefined)[]): Cell =>
  values.filter((value) => value != null && value !== '').join(', ') || null;

const named = z.object({ name: z.string() });
const option = kind('string', named.nullish(), (value) => text(value?.name));
const optionalText = kind('string', z.string().nullish(), text);
const richText: Kind = { column: 'string', cell: (value) => textOf(value) || null };

const dateShape = z.object({ start: z.string(), end: z.string().nullish() }).nullish();
const dateText = (date: z.infer<typeof dateShape>): Cell =>
  date ? (date.end ? `${date.start}/${date.end}` : date.start) : null;

/** Without the capability to read users only the id is there. */
const userShape = z.object({
  id: z.string(),
  name: z.string().nullish(),
  person: z.object({ email: z.string().nullish() }).nullish(),
});
const userName = (user: z.infer<typeof userShape>): string => user.name || user.person?.email || user.id;
const user = kind('string', userShape.nullish(), (value) => (value ? userName(value) : null));

const url = z.object({ url: z.string() }).nullish();
const fileShape = z.object({ name: z.string().nullish(), file: url, external: url });

const uniqueIdShape = z.object({ prefix: z.string().nullish(), number: z.number().nullish() }).nullish();
function uniqueId(id: z.infer<typeof uniqueIdShape>): Cell {
  if (id?.number == null) return null;
  return id.prefix ? `${id.prefix}-${id.number}` : String(id.number);
}

const locationShape = z
  .object({
    lat: z.number().nullish(),
    lon: z.number().nullish(),
    name: z.string().nullish(),
    address: z.string().nullish(),
  })
  .nullish();
function locationText(location: z.infer<typeof locationShape>): Cell {
  if (!location) return null;
  const spot = location.lat == null || location.lon == null ? null : `${location.lat},${location.lon}`;
  return location.address || location.name || spot;
}

/** A formula, a rollup and an element of a rollup name the type of their value, which stands beside it. */
const typedShape = z.looseObject({ type: z.string() });
const elementsShape = z.array(typedShape);

function formulaCell(formula: z.infer<typeof typedShape>): Cell {
  const value = formula[formula.type] ?? null;
  if (formula.type === 'date') return dateText(parseOrUnavailable(dateShape, value));
  return formula.type === 'unsupported' ? null : parseOrUnavailable(jsonShape, value);
}

function rollupCell(rollup: z.infer<typeof typedShape>): Cell {
  if (rollup.type !== 'array') return formulaCell(rollup);
  const elements = parseOrUnavailable(elementsShape, rollup['array'] ?? []);
  return joined(elements.map((element) => elementText(cellOf(element.type, element[element.type]))));
}

function elementText(cell: Cell): string | null {
  return cell === null || typeof cell === 'string' ? cell : JSON.stringify(cell);
}

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    title: richText,
    rich_text: richText,
    number: kind('number', z.number().nullish(), (value) => value ?? null),
    select: option,
    status: option,
    multi_select: kind('string', listOf(named), (options) => joined(options.map(({ name }) => name))),
    date: kind('string', dateShape, dateText),
    people: kind('string', listOf(userShape), (users) => joined(users.map(userName))),
    files: kind('string', listOf(fileShape), (files) =>
      joined(files.map(({ file, external, name }) => file?.url ?? external?.url ?? name)),
    ),
    checkbox: kind('boolean', z.boolean().nullish(), (value) => value ?? null),
    url: optionalText,
    email: optionalText,
    phone_number: optionalText,
    formula: kind('any', typedShape.nullish(), (value) => (value ? formulaCell(value) : null)),
    relation: kind('json', listOf(z.object({ id: z.string() })), (pages) =>
      joined(pages.map(({ id }) => id)),
    ),
    rollup: kind('any', typedShape.nullish(), (value) => (value ? rollupCell(value) : null)),
    created_time: optionalText,
    last_edited_time: optionalText,
    created_by: user,
    last_edited_by: user,
    unique_id: kind('string', uniqueIdShape, uniqueId),
    verification: kind('string', z.object({ state: z.string() }).nullish(), (value) => text(value?.state)),
    button: { column: 'string', cell: () => null },
    place: kind('string', locationShape, locationText),
  } satisfies Record<string, Kind>),
);
