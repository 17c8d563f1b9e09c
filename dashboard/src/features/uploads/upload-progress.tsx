/** How far a file has come: uploaded, and read by the service; it can be cancelled, and then nothing stays. */
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { bytesText } from '../../formats.ts';
import type { Progress as Bytes } from './send-file.ts';

interface UploadProgressProps {
  readonly file: File;
  readonly progress: Bytes;
  readonly onCancel: () => unknown;
}

export function UploadProgress({ file, progress, onCancel }: UploadProgressProps) {
  const percent = (bytes: number): number =>
    file.size === 0 ? 100 : Math.min(100, Math.floor((100 * bytes) / file.size));
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="sm" truncate>
            {file.name}
          </Text>
          <Text c="dimmed" size="sm" style={{ whiteSpace: 'nowrap' }}>
            {bytesText(file.size)}
          </Text>
        </Group>
        <Bar label="Uploaded" percent={percent(progress.sent)} />
        <Bar label="Read" percent={percent(progress.understood)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onCancel()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Bar({ label, percent }: { readonly label: string; readonly percent: number }) {
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
        <Text size="sm" className="numbers">
          {percent} %
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={label} />
      </Progress.Root>
    </div>
  );
}
