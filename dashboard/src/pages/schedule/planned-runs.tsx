/** The next three runs of what stands in the form, computed by the service while it is filled. */
import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useApi } from '../../use-api.ts';
import { NextRuns } from './next-runs.tsx';
import type { Timing } from './timing-words.ts';
import { wrongField } from './wrong-field.ts';

export function PlannedRuns({ timing }: { readonly timing: Timing }) {
  const [body] = useDebouncedValue(timing, 250);
  const planned = useApi('POST /api/schedules/next-runs', { body });
  return (
    <Box aria-live="polite" mih={88}>
      <Text size="sm" fw={500} mb={4}>
        The next three runs
      </Text>
      {planned.error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {wrongField(planned.error)?.reason ?? planned.error.message}
        </Text>
      ) : (
        planned.data && <NextRuns runs={planned.data.runs} zone={body.zone} />
      )}
    </Box>
  );
}
