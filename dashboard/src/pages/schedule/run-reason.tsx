/** Why a run failed, in our words, and the way to repair it; what the platform said is behind "Details". */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { Details } from '../../features/states/details.tsx';
import { RepairLink } from '../../features/states/repair-link.tsx';

type Run = Answer<'GET /api/schedules/:id/runs'>['runs'][number];

interface RunReasonProps {
  readonly run: Pick<Run, 'reason' | 'details' | 'help' | 'repair'>;
  readonly endpointId: string;
}

export function RunReason({ run: { reason, details, help, repair }, endpointId }: RunReasonProps) {
  if (reason === null) return null;
  return (
    <Stack gap={2} maw={420} className="breaking">
      <Text size="sm">{reason}</Text>
      <Group gap="sm">
        {repair !== null && <RepairLink repair={repair} endpointId={endpointId} />}
        {help !== null && (
          <Anchor href={help} target="_blank" size="sm" underline="always">
            What this means
          </Anchor>
        )}
      </Group>
      {details !== null && <Details text={details} />}
    </Stack>
  );
}
