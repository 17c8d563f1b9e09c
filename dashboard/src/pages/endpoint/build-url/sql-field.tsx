/** The statement: its editor, why it was refused and what was probably meant, and the columns there are. */
import { Alert, Button, Code, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
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
  /** A person ran it, and waits for what is said. */
  readonly wasAsked: boolean;
}

export function SqlField(props: SqlFieldProps) {
  const { value, onChange, onFixed, columns, total, reservedWords, refused, wasAsked } = props;
  const [isInWord, setInWord] = useState(false);
  const isHalfTyped = isInWord && !wasAsked;
  const editor = useRef<SqlEditorHandle>(null);
  const mark = useMemo(() => {
    const place = refused && !isHalfTyped ? refusedPlace(value, refused) : undefined;
    return place && { ...place, message: refused?.data ?? '' };
  }, [value, refused, isHalfTyped]);
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
          onWord={setInWord}
          columns={columns}
          reservedWords={reservedWords}
          mark={mark}
          describedBy="sql-help sql-refused"
        />
      </Suspense>
      <div id="sql-refused" aria-live="polite">
        {refused && <RefusedNote sql={value} refused={refused} isQuiet={isHalfTyped} onFixed={onFixed} />}
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
  /** A word is half typed: that it is wrong is no news. */
  readonly isQuiet: boolean;
  readonly onFixed: (sql: string) => void;
}

function RefusedNote({ sql, refused, isQuiet, onFixed }: RefusedNoteProps) {
  const suggestion = suggestionFor(sql, refused);
  const rest = (
    <Stack gap="xs" align="flex-start">
      {isQuiet && <Text size="sm">Not finished yet: {refused.data}</Text>}
      {refused.advice !== undefined && <Text size="sm">{refused.advice}</Text>}
      {suggestion && (
        <Button variant="default" size="xs" onClick={() => onFixed(withSuggestion(sql, suggestion))}>
          Write {suggestion.write}
        </Button>
      )}
    </Stack>
  );
  if (isQuiet)
    return (
      <Text c="dimmed" component="div">
        {rest}
      </Text>
    );
  return (
    <Alert color="red" variant="outline" icon={<IconAlertCircle />} title={refused.data} p="xs">
      {rest}
    </Alert>
  );
}
