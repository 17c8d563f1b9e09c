/** Which e-mails one wants to get; those that must arrive have no switch. */
import { Stack, Switch, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { Section } from '../../components/section.tsx';
import { useApi, useChange } from '../../use-api.ts';

export function MailChoices() {
  const mails = useApi('GET /api/account/mails', {});
  const choose = useChange('PUT /api/account/mails');
  return (
    <Section title="E-mails">
      <Panel query={mails} failed="Your e-mail settings could not be loaded">
        {({ kinds }) => (
          <Stack gap="sm">
            {kinds.map(({ kind, label, help, isOn }) => (
              <Switch
                key={kind}
                label={label}
                description={help}
                checked={isOn}
                disabled={choose.isPending}
                onChange={({ currentTarget }) =>
                  choose.mutate({ body: { kind, isOn: currentTarget.checked } })
                }
              />
            ))}
            <Text size="sm" c="dimmed">
              You always get e-mails about your password, your payments and your plan.
            </Text>
            {choose.error && <ErrorNote error={choose.error} title="Your choice could not be saved" />}
          </Stack>
        )}
      </Panel>
    </Section>
  );
}
