/** Connecting by a token of the platform: how to get one, what it sees as soon as it is pasted, what it lacks. */
import { Anchor, Button, List, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { useChange } from '../../use-api.ts';
import { TokenReport } from './token-report.tsx';
import { useTokenCheck } from './use-token-check.ts';
import type { WayProps } from './way-props.ts';

export function TokenConnect({ platform, connectionId, onConnected }: WayProps) {
  const [token, setToken] = useState('');
  const check = useTokenCheck(platform.id, token);
  const connect = useChange('POST /api/connections', onConnected);
  const reconnect = useChange('PUT /api/connections/:id/token', onConnected);
  const isBusy = connect.isPending || reconnect.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (connectionId === undefined) connect.mutate({ body: { platform: platform.id, token } });
    else reconnect.mutate({ params: { id: connectionId }, body: { token } });
  };
  const error = connect.error ?? reconnect.error ?? (check.phase === 'refused' ? check.error : null);
  const problem = error && problemOfToken(error);
  return (
    <form onSubmit={submit}>
      <Stack>
        <List type="ordered" size="sm" spacing={4}>
          {platform.token?.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        {platform.token && (
          <Anchor href={platform.token.address} target="_blank" rel="noreferrer" size="sm" underline="always">
            Make a token at {platform.name}
          </Anchor>
        )}
        <PasswordInput
          label={`${platform.name} token`}
          value={token}
          onChange={({ currentTarget }) => {
            setToken(currentTarget.value);
            connect.reset();
            reconnect.reset();
          }}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          maxLength={4_000}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token', size: 'md' }}
        />
        <TokenReport check={check} platform={platform.name} />
        {error && problem === undefined && <ErrorNote error={error} title="The token could not be checked" />}
        <div>
          <Button type="submit" loading={isBusy}>
            {connectionId === undefined ? 'Connect' : 'Reconnect'} {platform.name}
          </Button>
        </div>
        <Text size="xs" c="dimmed">
          It is stored encrypted, and never shown again.
        </Text>
      </Stack>
    </form>
  );
}

/** What the service says of the token itself; undefined for any other failure. */
function problemOfToken(error: Error): string | undefined {
  const data = error instanceof ApiError ? error.refusal.data : undefined;
  return data?.startsWith('token: ') ? data.slice('token: '.length) : undefined;
}
