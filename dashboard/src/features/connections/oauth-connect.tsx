/** Connecting by OAuth: a button, the other window, and what came of it. */
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import { type Consent, useConsent } from './use-consent.ts';
import type { WayProps } from './way-props.ts';

export function OauthConnect({ platform, connectionId, onConnected }: WayProps) {
  const { consent, begin, cancel } = useConsent({ platform: platform.id, connectionId, onConnected });
  const verb = connectionId === undefined ? 'Connect' : 'Reconnect';
  if (consent.phase === 'waiting')
    return <Waiting name={platform.name} consent={consent} onCancel={cancel} />;
  return (
    <Stack>
      <Outcome consent={consent} />
      <div>
        <Button loading={consent.phase === 'beginning'} onClick={begin}>
          {verb} with {platform.name}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {platform.name} opens in another window and asks you what Tablecast may read.
      </Text>
    </Stack>
  );
}

interface WaitingProps {
  readonly name: string;
  readonly consent: Extract<Consent, { phase: 'waiting' }>;
  readonly onCancel: () => void;
}

function Waiting({ name, consent, onCancel }: WaitingProps) {
  return (
    <Stack role="status">
      {consent.isBlocked ? (
        <WarningNote title="Your browser blocked the window">
          <Anchor href={consent.address} target="_blank" rel="noopener" size="sm" underline="always">
            Open {name} in a new tab
          </Anchor>
        </WarningNote>
      ) : (
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>Waiting for you to agree in the window of {name}…</Text>
        </Group>
      )}
      <div>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Stack>
  );
}

function Outcome({ consent }: { readonly consent: Consent }) {
  if (consent.phase === 'failed') return <ErrorNote error={consent.error} title="It could not be begun" />;
  if (consent.phase === 'refused')
    return <ErrorNote error={new Error(consent.reason)} title="Not connected" />;
  if (consent.phase !== 'over') return null;
  return (
    <ErrorNote
      title="Not connected"
      error={new Error('Nobody agreed in the other window in time. Begin again when you are ready.')}
    />
  );
}
