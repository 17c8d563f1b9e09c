/** The next runs, on a clock in the zone of the schedule, and how far away they are. */
import { List, Text } from '@mantine/core';
import { Moment } from '../../components/moment.tsx';
import { zonedText } from '../../formats.ts';

interface NextRunsProps {
  readonly runs: readonly string[];
  readonly zone: string;
}

export function NextRuns({ runs, zone }: NextRunsProps) {
  return (
    <List size="sm" aria-label="Next runs">
      {runs.map((run) => (
        <List.Item key={run}>
          {zonedText(run, zone)}{' '}
          <Text span inherit c="dimmed">
            (<Moment at={run} />)
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
