/** The data as a file, in any format. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { formatGroups } from '../../format-choices.ts';
import { urlAs } from './url-of.ts';

interface DownloadDialogProps {
  /** Undefined: the dialog is closed. */
  readonly target: { readonly name: string; readonly url: string } | undefined;
  readonly onClose: () => unknown;
}

export function DownloadDialog({ target, onClose }: DownloadDialogProps) {
  return (
    <Modal opened={target !== undefined} onClose={() => onClose()} title={`Download ${target?.name ?? ''}`}>
      <Stack>
        <Text size="sm">Choose a format. Each download counts as one request.</Text>
        {formatGroups.map(({ group, items }) => (
          <Stack key={group} gap={6}>
            <Text size="sm" fw={600}>
              {group}
            </Text>
            <Group gap="xs">
              {items.map(({ value, label }) => (
                <Button
                  key={value}
                  component="a"
                  href={target && urlAs(target.url, value)}
                  download
                  variant="default"
                  size="xs"
                  onClick={() => onClose()}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Stack>
        ))}
      </Stack>
    </Modal>
  );
}
