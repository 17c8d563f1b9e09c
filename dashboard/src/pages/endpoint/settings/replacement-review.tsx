/** How the new file was read, and what callers lose by it, before it takes the place of the old one. */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ReadingReview } from '../../../features/uploads/reading-review.tsx';
import type { ReadingWanted, UploadedFile } from '../../../features/uploads/send-file.ts';
import { countText } from '../../../formats.ts';
import { tellDone } from '../../../toasts.tsx';
import { useApi, useChange } from '../../../use-api.ts';
import { differenceOf } from './file-difference.ts';

interface ReplacementReviewProps {
  readonly endpoint: Answer<'GET /api/endpoints/:id'>;
  readonly uploaded: UploadedFile;
  /** Absent where only the columns of the file are changed that the endpoint has. */
  readonly file: File | undefined;
  readonly onCorrected: (uploaded: UploadedFile) => unknown;
  readonly onReadAgain: (file: File, wanted: ReadingWanted) => unknown;
  readonly onDone: () => unknown;
}

export function ReplacementReview({
  endpoint,
  uploaded,
  file,
  onCorrected,
  onReadAgain,
  onDone,
}: ReplacementReviewProps) {
  const isSameFile = file === undefined;
  const { id, fields: chosen } = endpoint;
  const before = useApi('GET /api/endpoints/:id/fields', { params: { id } });
  const replace = useChange('PUT /api/endpoints/:id/file', () => {
    onDone();
    tellDone(isSameFile ? 'The columns are changed.' : 'The file is replaced.');
  });
  return (
    <Panel query={before} failed="The fields of the file before could not be loaded">
      {({ fields }) => {
        const { lost, gone, added, retyped } = differenceOf(
          fields,
          uploaded.columns,
          renamed(chosen, uploaded),
        );
        return (
          <Stack gap="sm">
            <Text size="sm">
              {uploaded.fileName}: {countText(uploaded.rows, 'row', 'rows')},{' '}
              {countText(uploaded.columns.length, 'column', 'columns')}.{' '}
              {isSameFile ? 'Nothing changes until you save.' : 'It is not used yet.'}
            </Text>
            {lost.length > 0 && (
              <Alert variant="outline" color="red" icon={<IconAlertTriangle />} p="xs">
                The new file does not have {lost.join(', ')}, which this endpoint exports: requests fail (409)
                until you choose other columns.
              </Alert>
            )}
            <Table w="auto" verticalSpacing={6} withRowBorders={false} style={{ alignSelf: 'flex-start' }}>
              <Table.Tbody>
                <Names label="Removed columns" names={gone} />
                <Names label="New columns" names={added} />
                <Names label="Changed type" names={retyped} />
              </Table.Tbody>
            </Table>
            <ReadingReview
              uploaded={uploaded}
              file={file}
              onCorrected={onCorrected}
              onReadAgain={onReadAgain}
            />
            {replace.isError && <ErrorNote error={replace.error} title="The file was not replaced" />}
            <Group>
              <Button
                color={lost.length > 0 ? 'red.9' : 'brand'}
                loading={replace.isPending}
                onClick={() => replace.mutate({ params: { id }, body: { upload: uploaded.upload } })}
              >
                {isSameFile ? 'Save columns' : lost.length > 0 ? 'Replace anyway' : 'Replace the file'}
              </Button>
              <Button variant="default" onClick={() => onDone()}>
                {isSameFile ? 'Cancel' : 'Keep the old file'}
              </Button>
            </Group>
          </Stack>
        );
      }}
    </Panel>
  );
}

/** What is exported is exported under its new name. */
function renamed(chosen: readonly string[] | null, { columns }: UploadedFile): readonly string[] | null {
  if (chosen === null) return null;
  const names = new Map(columns.map(({ column, name }) => [column, name]));
  return chosen.map((field) => names.get(field) ?? field);
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
