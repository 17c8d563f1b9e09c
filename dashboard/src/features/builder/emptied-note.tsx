/** Says which filter emptied the result; of a platform on demand, because it must be read again. */
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api-client.ts';
import { emptiedSql, emptiedText } from './emptied-by.ts';
import type { Question, TableColumn } from './question.ts';
import type { ValueSource } from './use-values.ts';

interface EmptiedNoteProps {
  readonly question: Question;
  readonly columns: readonly TableColumn[];
  readonly source: ValueSource;
}

export function EmptiedNote({ question, columns, source }: EmptiedNoteProps) {
  const { endpointId: id, parameters, isLive } = source;
  const [isAsked, setAsked] = useState(!isLive);
  const sql = emptiedSql(question, columns);
  const tried = useQuery({
    queryKey: ['emptied by', id, parameters, sql],
    queryFn: ({ signal }) =>
      call(
        'POST /api/endpoints/:id/preview',
        { params: { id }, body: { parameters: { ...parameters, type: 'csv', sql: sql ?? '' } } },
        signal,
      ),
    enabled: isAsked && sql !== undefined,
    retry: false,
  });
  const reason = tried.data && emptiedText(question, columns, tried.data.rows[0] ?? []);
  return (
    <Stack gap="xs" align="flex-start">
      <Text c="dimmed" role="status">
        {reason ?? 'No rows.'}
      </Text>
      {sql !== undefined && !isAsked && (
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          Find out why
        </Button>
      )}
    </Stack>
  );
}
