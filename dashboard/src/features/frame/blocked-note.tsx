/** Tells somebody whose account is blocked what is left to them. */
import { Box, Text } from '@mantine/core';
import { WarningNote } from '../../components/warning-note.tsx';

export function BlockedNote() {
  return (
    <Box mb="md">
      <WarningNote title="This account is blocked">
        <Text size="sm">
          Requests to your URLs are refused, and schedules don't run. You can still look at your data, pay,
          pause and delete. Ask the administrator of this service to unblock it.
        </Text>
      </WarningNote>
    </Box>
  );
}
