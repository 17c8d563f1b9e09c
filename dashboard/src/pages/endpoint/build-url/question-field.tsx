/** The query, by the builder or as SQL: two views of one statement. What the builder cannot show stays SQL. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDraft } from '../../../drafts.ts';
import { Builder } from '../../../features/builder/builder.tsx';
import type { Question, TableColumn } from '../../../features/builder/question.ts';
import type { ValueSource } from '../../../features/builder/use-values.ts';
import { SqlField, type SqlFieldProps } from './sql-field.tsx';

export type Mode = 'builder' | 'sql';

interface QuestionFieldProps extends SqlFieldProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  /** Undefined: the builder cannot show the statement. */
  readonly question: Question | undefined;
  readonly onQuestion: (question: Question) => void;
  /** With what is known of their kinds. */
  readonly kinds: readonly TableColumn[];
  readonly source: ValueSource;
  readonly onStartOver: () => void;
}

export function QuestionField(props: QuestionFieldProps) {
  const { mode, onMode, question, onQuestion, kinds, source, onStartOver, ...sqlProps } = props;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Write the query with"
          value={mode}
          onChange={(value) => onMode(value === 'sql' ? 'sql' : 'builder')}
          data={[
            { value: 'builder', label: 'Builder', disabled: !question },
            { value: 'sql', label: 'SQL' },
          ]}
        />
        {!question && (
          <>
            <Text size="sm" c="dimmed">
              The builder can't show this query.
            </Text>
            <Button variant="default" size="compact-sm" onClick={onStartOver}>
              Start over
            </Button>
          </>
        )}
      </Group>
      {mode === 'builder' && question ? (
        <Builder
          question={question}
          onChange={onQuestion}
          columns={kinds}
          areAllKnown={sqlProps.total > 0 && sqlProps.total === kinds.length}
          source={source}
          sql={sqlProps.value}
        />
      ) : (
        <SqlField {...sqlProps} />
      )}
    </Stack>
  );
}

/** As chosen last, at first the builder; what it cannot show is SQL. */
export function useMode(question: Question | undefined): readonly [mode: Mode, change: (mode: Mode) => void] {
  const [chosen, choose] = useDraft<Mode | undefined>('build-url-mode', undefined, checkMode);
  return [question ? (chosen ?? 'builder') : 'sql', choose];
}

function checkMode(stored: unknown): Mode | undefined {
  return stored === 'builder' || stored === 'sql' ? stored : undefined;
}
