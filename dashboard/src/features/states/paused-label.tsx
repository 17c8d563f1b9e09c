/** That an endpoint is paused, which its owner wanted: no sign of an error. */
import { Group } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';

export function PausedLabel() {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <IconPlayerPause size={16} aria-hidden style={{ flexShrink: 0 }} />
      Paused
    </Group>
  );
}
