/** What a schedule exports, when, with which parameters, and where to. */
import { Code, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { TextLink } from '../../components/links.tsx';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { viewTitle } from '../../features/views/view-title.ts';
import { NextRuns } from './next-runs.tsx';
import { timingWords } from './timing-words.ts';
import { WebhookSecret } from './webhook-secret.tsx';

export type ShownSchedule = Answer<'GET /api/schedules/:id'>;

export function ScheduleFacts({ schedule }: { readonly schedule: ShownSchedule }) {
  const { endpointId, endpointName, endpoint, view, timing, state, nextRuns, parameters } = schedule;
  return (
    <Table w="auto" verticalSpacing={6} variant="vertical" withRowBorders={false} layout="auto">
      <Table.Tbody>
        <Fact label="Endpoint">
          <Stack gap={4} align="flex-start">
            <TextLink to="/endpoints/$id" params={{ id: endpointId }} size="sm">
              {endpointName}
            </TextLink>
            <EndpointState endpointId={endpointId} endpointName={endpointName} problem={endpoint.problem} />
          </Stack>
        </Fact>
        {view !== null && (
          <Fact label="View">{view.isGone ? 'It was deleted: choose another one.' : viewTitle(view)}</Fact>
        )}
        <Fact label="Runs">{timingWords(timing)}</Fact>
        <Fact label="Next runs">
          {state === 'paused' ? (
            <Text size="sm">None: it is paused.</Text>
          ) : (
            <NextRuns runs={nextRuns} zone={timing.zone} />
          )}
        </Fact>
        <Fact label="Saves to">
          <Destinations schedule={schedule} />
        </Fact>
        {Object.keys(parameters).length > 0 && (
          <Fact label="Parameters">
            <Stack gap={4} align="flex-start">
              {Object.entries(parameters).map(([name, value]) => (
                <Code key={name} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                  {name}={value}
                </Code>
              ))}
            </Stack>
          </Fact>
        )}
      </Table.Tbody>
    </Table>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th style={{ verticalAlign: 'top', width: '7rem' }}>{label}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

function Destinations({ schedule: { parameters, webhook } }: { readonly schedule: ShownSchedule }) {
  const isOn = (name: string): boolean => parameters[name]?.toLowerCase() === 'true';
  const [toDrive, toSheet] = [isOn('save_to_gdrive'), isOn('save_to_gsheets')];
  if (!toDrive && !toSheet && webhook === null)
    return <Text size="sm">No destination: you only get an e-mail. Each run costs a credit.</Text>;
  return (
    <Stack gap={4} align="flex-start">
      {toDrive && <Text size="sm">Google Drive</Text>}
      {toSheet && <Text size="sm">The sheet {parameters['sheet']} of a Google spreadsheet</Text>}
      {webhook !== null && (
        <Group gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {webhook}
          </Text>
          <WebhookSecret />
        </Group>
      )}
    </Stack>
  );
}
