/** The fields of the endpoint's source to choose from; a platform is asked for those that it has now. */
import { Box, Button, Group, Text } from '@mantine/core';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { FieldsChooser } from '../../../features/fields/fields-chooser.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useApi, useChange } from '../../../use-api.ts';

interface FieldsPartProps {
  readonly endpoint: Answer<'GET /api/endpoints/:id'>;
  readonly chosen: string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: string[] | null) => unknown;
}

export function FieldsPart({ endpoint, chosen, error, onChange }: FieldsPartProps) {
  const { id, fields: saved, connectionId, sourceLabel } = endpoint;
  const known = useApi('GET /api/endpoints/:id/fields', { params: { id } });
  const accept = useChange('PATCH /api/endpoints/:id', () => tellDone('The table is taken as it is now.'));
  return (
    <Panel query={known} failed="The fields of the source could not be loaded">
      {({ fields }) => (
        <>
          {/* The form finds it by its path, to lead to it when it is wrong. */}
          <Box data-path="fields" tabIndex={-1} className="heading">
            <FieldsChooser fields={fields} chosen={chosen} error={error} onChange={onChange} />
          </Box>
          {connectionId !== null && (
            <Group gap="sm">
              <Button
                variant="default"
                size="xs"
                loading={accept.isPending}
                onClick={() => accept.mutate({ params: { id }, body: { fields: saved } })}
              >
                Accept the new columns
              </Button>
              <Text size="sm" c="dimmed">
                After a change in {sourceLabel} that made hits answer 409.
              </Text>
            </Group>
          )}
          {accept.isError && <ErrorNote error={accept.error} title="The table could not be taken as it is" />}
        </>
      )}
    </Panel>
  );
}
