/** The large place for a file: a button, and the word that it can be dropped or pasted as well. */
import { Button, FileButton, Paper, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { limitText } from '../../formats.ts';
import { useApi } from '../../use-api.ts';

interface FileChooserProps {
  readonly onFiles: (files: readonly File[]) => unknown;
  /** Whether it is the one way on of its page. */
  readonly isPrimary?: boolean;
}

export function FileChooser({ onFiles, isPrimary = true }: FileChooserProps) {
  const { data: limits } = useApi('GET /api/upload-limits', {});
  return (
    <Paper withBorder p="xl" className="drop-place" w="100%">
      <Stack align="center" gap="xs">
        <FileButton multiple onChange={onFiles} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(props) => (
            <Button
              {...props}
              size="md"
              variant={isPrimary ? 'filled' : 'default'}
              leftSection={<IconUpload size={18} />}
            >
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="sm" ta="center">
          or drop one or more anywhere on this page, or paste cells from a spreadsheet
        </Text>
        {limits && (
          <Text c="dimmed" size="xs" ta="center">
            At most {limitText(limits.maxBytes)}; any delimiter and encoding
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
