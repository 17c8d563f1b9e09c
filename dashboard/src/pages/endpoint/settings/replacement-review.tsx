/** What was understood of the new file, and what callers lose by it, before it takes the place of the old one. */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { UploadedFile } from '../../../features/uploads/send-file.ts';
import { countText } from '../../../formats.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi, useChange } from '../../../use-api.ts';
import { differenceOf } from './file-difference.ts';

interface ReplacementReviewProps {
  readonly endpoint: Answer<'GET /api/endpoints/:id'>;
  readonly uploaded: UploadedFile;
  readonly onDone: () => unknown;
}

export function ReplacementReview({ endpoint, uploaded, onDone }: ReplacementReviewProps) {
  const { id, fields: chosen } = endpoint;
  const before = useApi('GET /api/endpoints/:id/fields', { params: { id } });
  const replace = useChange('PUT /api/endpoints/:id/file', () => {
    onDone();
    tellDone('The file is replaced.');
  });
  return (
    <Panel query={before} failed="The fields of the file before could not be loaded">
      {({ fields }) => {
        const { lost, gone, added, retyped } = differenceOf(fields, uploaded.columns, chosen);
        return (
          <Stack gap="sm">
            <Text size="sm">
              {uploaded.fileName}: {countText(uploaded.rows, 'row', 'rows')},{' '}
              {countText(uploaded.columns.length, 'column', 'columns')}. It is not used yet.
            </Text>
            {lost.length > 0 && (
              <Alert variant="outline" color="red" icon={<IconAlertTriangle />} p="xs">
                The new file does not have {lost.join(', ')}, which this endpoint exports: hits answer 409
                until you choose other fields.
              </Alert>
            )}
            <Table w="auto" verticalSpacing={6} style={{ alignSelf: 'flex-start' }}>
              <Table.Tbody>
                <Names label="Removed columns" names={gone} />
                <Names label="New columns" names={added} />
                <Names label="Changed type" names={retyped} />
              </Table.Tbody>
            </Table>
            {uploaded.warnings.map((warning) => (
              <Text key={warning} size="sm" c="dimmed">
                {warning}
              </Text>
            ))}
            {replace.isError && <ErrorNote error={replace.error} title="The file was not replaced" />}
            <Group>
              <Button
                color={lost.length > 0 ? 'red.9' : 'blue.8'}
                loading={replace.isPending}
                onClick={() => replace.mutate({ params: { id }, body: { upload: uploaded.upload } })}
              >
                {lost.length > 0 ? 'Replace it all the same' : 'Replace the file'}
              </Button>
              <Button variant="default" onClick={() => onDone()}>
                Keep the old file
              </Button>
            </Group>
          </Stack>
        );
      }}
    </Panel>
  );
}

const maxNames = 20;

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  const shown = names.slice(0, maxNames).join(', ');
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>
        {names.length === 0
          ? 'none'
          : `${shown}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}`}
      </Table.Td>
    </Table.Tr>
  );
}
