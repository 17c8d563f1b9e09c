/** A link that works once and is shown once: to be copied and handed on. */
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { dayText } from '../../formats.ts';

interface ShownLinkProps {
  readonly label: string;
  readonly url: string;
  readonly endsAt: string;
}

export function ShownLink({ label, url, endsAt }: ShownLinkProps) {
  return (
    <Stack gap={6}>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          label={label}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
          flex={1}
        />
        <CopyButton text={url} size="sm" what="Copy the link" />
      </Group>
      <Text size="sm" c="dimmed">
        It works once, until {dayText(endsAt)}, and is not shown again.
      </Text>
    </Stack>
  );
}
