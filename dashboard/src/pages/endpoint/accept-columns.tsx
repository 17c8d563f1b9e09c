/** After a change at the source: the columns that are still there are exported as they are now. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

interface AcceptColumnsProps {
  readonly endpoint: Pick<Answer<'GET /api/endpoints/:id'>, 'id' | 'fields'>;
}

export function AcceptColumns({ endpoint: { id, fields } }: AcceptColumnsProps) {
  const [failure, setFailure] = useState<Error>();
  const accept = useChange('PATCH /api/endpoints/:id', () => tellDone('The new columns are accepted.'));
  const start = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const kept = await remaining(id, fields);
      accept.mutate({ params: { id }, body: { fields: kept } });
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const error = failure ?? accept.error;
  return (
    <>
      <Button variant="default" size="xs" loading={accept.isPending} onClick={() => void start()}>
        Accept the new columns
      </Button>
      {fields !== null && (
        <Text size="xs" c="dimmed">
          Columns that are gone are left out.
        </Text>
      )}
      {error && <ErrorNote error={error} title="The new columns could not be accepted" />}
    </>
  );
}

/** All columns, if none of those chosen is left. */
async function remaining(id: string, chosen: readonly string[] | null): Promise<string[] | null> {
  if (chosen === null) return null;
  const { fields } = await call('GET /api/endpoints/:id/fields', { params: { id } });
  const names = new Set(fields.map(({ name }) => name));
  const kept = chosen.filter((name) => names.has(name));
  return kept.length === 0 ? null : kept;
}
