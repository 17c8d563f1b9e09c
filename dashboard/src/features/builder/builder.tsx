/** A question without SQL: filters, what is shown, order, how many rows; and the SQL that it is. */
import { Code, Fieldset, NumberInput, Stack, Text } from '@mantine/core';
import { WarningNote } from '../../components/warning-note.tsx';
import { FilterList } from './filter-list.tsx';
import { namedColumns, type Question, shownColumns, type TableColumn } from './question.ts';
import { withShown } from './question-changes.ts';
import { ShownPart } from './shown-part.tsx';
import { SortList } from './sort-list.tsx';
import type { ValueSource } from './use-values.ts';

interface BuilderProps {
  readonly question: Question;
  readonly onChange: (question: Question) => void;
  readonly columns: readonly TableColumn[];
  /** All columns of the table are known. */
  readonly areAllKnown: boolean;
  readonly source: ValueSource;
  readonly sql: string;
}

const mostRows = 999_999_999;
const legendStyle = { legend: { fontWeight: 600, marginBottom: 6 } };

export function Builder({ question, onChange, columns, areAllKnown, source, sql }: BuilderProps) {
  const { shown, match, filters, sort, limit } = question;
  const sortable = 'by' in shown ? shownColumns(shown).map((name) => ({ name, type: '' })) : columns;
  const changeLimit = (value: string | number): void => {
    const { limit: _, ...rest } = question;
    const rows = Number(value);
    onChange(value === '' || !Number.isSafeInteger(rows) || rows < 1 ? rest : { ...rest, limit: rows });
  };
  return (
    <Stack gap="sm">
      {areAllKnown && <GoneNote question={question} columns={columns} />}
      <Fieldset legend="Filters" variant="unstyled" styles={legendStyle}>
        <FilterList
          match={match}
          filters={filters}
          columns={columns}
          source={source}
          onChange={(how, next) => onChange({ ...question, match: how, filters: next })}
        />
      </Fieldset>
      <Fieldset legend="Show" variant="unstyled" styles={legendStyle}>
        <ShownPart shown={shown} columns={columns} onChange={(next) => onChange(withShown(question, next))} />
      </Fieldset>
      <Fieldset legend="Sort" variant="unstyled" styles={legendStyle}>
        <SortList sort={sort} columns={sortable} onChange={(next) => onChange({ ...question, sort: next })} />
      </Fieldset>
      <NumberInput
        label="First rows"
        placeholder="All"
        w={140}
        min={1}
        max={mostRows}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={limit ?? ''}
        onChange={changeLimit}
      />
      {sql !== '' && (
        <div>
          <Text size="sm" fw={500}>
            SQL
          </Text>
          <Code block className="address" style={{ whiteSpace: 'pre-wrap' }}>
            {sql}
          </Code>
        </div>
      )}
    </Stack>
  );
}

function GoneNote({ question, columns }: Pick<BuilderProps, 'question' | 'columns'>) {
  const known = new Set(columns.map(({ name }) => name));
  const gone = namedColumns(question).filter((name) => !known.has(name));
  if (gone.length === 0) return null;
  const names = gone.slice(0, 3).map((name) => `"${name.length > 60 ? `${name.slice(0, 60)}…` : name}"`);
  const others = gone.length > 3 ? ' and others' : '';
  return (
    <WarningNote
      title={
        gone.length === 1 ? `Column ${names[0]} is gone` : `Columns ${names.join(', ')}${others} are gone`
      }
    >
      Choose another column or remove it. Everything else stays as it is.
    </WarningNote>
  );
}
