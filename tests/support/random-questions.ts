/** Questions of the builder over a table, as fast-check makes them, in normal form. */
import fc from 'fast-check';
import {
  kindOf,
  type Literal,
  literalOf,
  operatorsOf,
  valuesOf,
} from '../../dashboard/src/features/builder/operators.ts';
import {
  type Filter,
  type FilterGroup,
  type Match,
  type Measure,
  measureNames,
  type Question,
  type Shown,
  shownColumns,
  type TableColumn,
} from '../../dashboard/src/features/builder/question.ts';

type Texts = fc.Arbitrary<string>;

const match = fc.constantFrom<Match>('all', 'any');
const numbers = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.constantFrom('0.5', '-1.25', '1e1', '.5', '3.', '007', '-0'),
);
const days = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-01-20'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

/** `texts` are the values that text is compared with. */
export function questionsOf(columns: readonly TableColumn[], texts: Texts): fc.Arbitrary<Question> {
  const name = fc.constantFrom(...columns.map((column) => column.name));
  const someNames = fc.uniqueArray(name, { maxLength: 4 });
  const column = fc.constantFrom(...columns);
  const filter = column.chain((each) => filterOf(each, texts));
  const filters = fc.array(filter, { minLength: 1, maxLength: 3 });
  const group = fc
    .tuple(filters, match)
    .map(([of, how]): FilterGroup => ({ filters: of, match: normal(of, how) }));
  const items = fc.array(fc.oneof<fc.Arbitrary<Filter | FilterGroup>[]>(filter, group), { maxLength: 4 });
  const measure = fc.oneof<fc.Arbitrary<Measure>[]>(
    fc.constant({ name: 'count' }),
    fc.record({ name: fc.constantFrom(...measureNames.filter((each) => each !== 'count')), column: name }),
  );
  const shown = fc.oneof<fc.Arbitrary<Shown>[]>(
    someNames.map((each) => ({ columns: each })),
    fc
      .record({ by: someNames, measures: fc.array(measure, { maxLength: 3 }) })
      .filter(({ by, measures }) => by.length + measures.length > 0),
  );
  return fc
    .tuple(shown, items, match, fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }))
    .chain(([of, each, how, limit]) => {
      const sortable = 'by' in of ? shownColumns(of) : columns.map((one) => one.name);
      const sort = fc.uniqueArray(
        fc.record({ column: fc.constantFrom(...sortable), isDescending: fc.boolean() }),
        { maxLength: 3, selector: (one) => one.column },
      );
      return sort.map(
        (sorted): Question => ({
          shown: of,
          match: normal(each, how),
          filters: each,
          sort: sorted,
          ...(limit !== undefined && { limit }),
        }),
      );
    });
}

const normal = (items: readonly unknown[], how: Match): Match => (items.length < 2 ? 'all' : how);

function filterOf({ name, type }: TableColumn, texts: Texts): fc.Arbitrary<Filter> {
  return fc.constantFrom(...operatorsOf(kindOf(type))).chain((operator) => {
    const literal = literalOf(operator);
    const wanted = valuesOf(operator);
    const value = literal === undefined ? texts : valuesFor(literal, texts);
    const [minLength, maxLength] = wanted === 'many' ? [1, 4] : [wanted, wanted];
    return fc.array(value, { minLength, maxLength }).map((values) => ({ column: name, operator, values }));
  });
}

function valuesFor(literal: Literal, texts: Texts): Texts {
  if (literal === 'number') return numbers;
  if (literal === 'day') return days;
  return literal === 'text' ? texts : texts.filter((text) => text !== '');
}
