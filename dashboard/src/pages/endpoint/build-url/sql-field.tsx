/** The statement: its editor, why it was refused and what was probably meant, and the columns there are. */
import { Alert, Button, Code, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { type Column, typeWords } from './columns.ts';
import type { SqlEditorHandle } from './sql-editor.tsx';
import { inStatement } from './sql-names.ts';
import { type Refused, refusedPlace, suggestionFor, withSuggestion } from './suggestion.ts';

const SqlEditor = lazy(async () => ({ default: (await import('./sql-editor.tsx')).SqlEditor }));

const shownColumns = 40;

export interface SqlFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Runs what was just changed. */
  readonly onFixed: (value: string) => void;
  readonly columns: readonly Column[];
  readonly total: number;
  readonly reservedWords: readonly string[];
  readonly refused: Refused | undefined;
}

export function SqlField(props: SqlFieldProps) {
  const { value, onChange, onFixed, columns, total, reservedWords, refused } = props;
  const editor = useRef<SqlEditorHandle>(null);
  const mark = useMemo(() => {
    const place = refused && refusedPlace(value, refused);
    return place && { ...place, message: refused.data ?? '' };
  }, [value, refused]);
  const insert = ({ name }: Column): void => {
    const written = inStatement(name, reservedWords);
    if (value.trim() === '') onChange(`SELECT ${written} FROM service_table`);
    else editor.current?.insert(written);
  };
  return (
    <Stack gap={6}>
      <Input.Label component="div" onClick={() => editor.current?.insert('')}>
        SQL
      </Input.Label>
      <Suspense fallback={<Skeleton height={122} className="late" />}>
        <SqlEditor
          ref={editor}
          value={value}
          onChange={onChange}
          columns={columns}
          reservedWords={reservedWords}
          mark={mark}
          describedBy="sql-help sql-refused"
        />
      </Suspense>
      <div id="sql-refused" aria-live="polite">
        {refused && <RefusedNote sql={value} refused={refused} onFixed={onFixed} />}
      </div>
      <Text id="sql-help" size="xs" c="dimmed">
        Query the table <Code>service_table</Code> (SQLite syntax). Ctrl+Space completes, Ctrl+Enter runs the
        preview, Tab leaves the field.
      </Text>
      <Group gap={4} role="group" aria-label="Columns">
        {columns.slice(0, shownColumns).map((column) => (
          <Button
            key={column.name}
            variant="default"
            size="compact-sm"
            fw={400}
            maw="100%"
            title={`${column.name}: ${typeWords[column.type]}`}
            onClick={() => insert(column)}
          >
            {column.name}
          </Button>
        ))}
        {total > shownColumns && (
          <Text size="xs" c="dimmed">
            and {total - shownColumns} more
          </Text>
        )}
      </Group>
    </Stack>
  );
}

interface RefusedNoteProps {
  readonly sql: string;
  readonly refused: Refused;
  readonly onFixed: (sql: string) => void;
}

function RefusedNote({ sql, refused, onFixed }: RefusedNoteProps) {
  const suggestion = suggestionFor(sql, refused);
  return (
    <Alert color="red" variant="outline" icon={<IconAlertCircle />} title={refused.data} p="xs">
      <Stack gap="xs" align="flex-start">
        {refused.advice !== undefined && <Text size="sm">{refused.advice}</Text>}
        {suggestion && (
          <Button variant="default" size="xs" onClick={() => onFixed(withSuggestion(sql, suggestion))}>
            Write {suggestion.write}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
