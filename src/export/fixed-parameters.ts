/**
 * What an owner fixed on a proxy (contract 4.4.2): a caller can neither override it nor change what it acts on. A
 * parameter that acts before a fixed one in the order of contract 4.2.3 is then the owner's too.
 */
import { type ExportParameters, type ReadQuery, readParameters, readQuery } from './parameters.ts';

type FixedMap = Readonly<Record<string, string>>;

/** The parameters whose result a step acts on. */
const actedOn: readonly {
  readonly isFixed: (fixed: ExportParameters) => boolean;
  readonly before: readonly string[];
}[] = [
  { isFixed: ({ extractJsonProperty }) => extractJsonProperty !== undefined, before: ['all_fields'] },
  { isFixed: ({ sql }) => sql !== undefined, before: ['all_fields', 'extract_json_property'] },
  {
    isFixed: ({ saveToGsheets }) => saveToGsheets !== undefined,
    before: ['all_fields', 'extract_json_property', 'sql'],
  },
  {
    isFixed: ({ saveToGdrive }) => saveToGdrive,
    before: ['all_fields', 'extract_json_property', 'sql', 'type', 'nest_json', 'filename_timestamp'],
  },
];

/** The query with the fixed parameters laid over it; what they displace counts as ignored. */
export function withFixedParameters(query: ReadQuery, fixed: FixedMap): ReadQuery {
  const entries = Object.entries(fixed);
  if (entries.length === 0) return query;
  const { values } = readQuery(entries);
  const owned = ownedNames(values);
  const given = Object.entries(query.values);
  const free = given.filter(([name]) => !owned.has(name));
  const displaced = given.flatMap(([name]) => (owned.has(name) ? [name] : []));
  return { values: { ...Object.fromEntries(free), ...values }, ignored: [...query.ignored, ...displaced] };
}

function ownedNames(values: ReadQuery['values']): ReadonlySet<string> {
  const fixed = readParameters(values);
  return new Set([
    ...Object.keys(values),
    ...actedOn.flatMap(({ isFixed, before }) => (isFixed(fixed) ? before : [])),
  ]);
}
