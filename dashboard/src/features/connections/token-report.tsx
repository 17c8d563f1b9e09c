/** What a pasted token gives: whose it is, what it sees, which of its permissions are missing. */
import { List, Stack, Text } from '@mantine/core';
import { WarningNote } from '../../components/warning-note.tsx';
import type { TokenCheck, TokenSeen } from './use-token-check.ts';

interface TokenReportProps {
  readonly check: TokenCheck;
  readonly platform: string;
}

export function TokenReport({ check, platform }: TokenReportProps) {
  return (
    <div role="status">
      {check.phase === 'checking' && (
        <Text size="sm" c="dimmed">
          Asking {platform} whose it is…
        </Text>
      )}
      {check.phase === 'seen' && <Seen seen={check.seen} platform={platform} />}
    </div>
  );
}

const shownNames = 5;

function Seen({ seen, platform }: { readonly seen: TokenSeen; readonly platform: string }) {
  const { account, label, sees, hasMore, missing } = seen;
  const kind = label.toLowerCase();
  const names = sees.slice(0, shownNames);
  const others = sees.length - names.length;
  return (
    <Stack gap="xs">
      {account !== null && (
        <Text size="sm">
          Account: <strong>{account}</strong>
        </Text>
      )}
      {missing.length > 0 ? (
        <WarningNote title={`The token lacks ${missing.join(' and ')}`}>
          Add that to the token at {platform}, then paste it again.
        </WarningNote>
      ) : sees.length === 0 ? (
        <Text size="sm">
          It sees no {kind} yet: give it one at {platform}, now or later.
        </Text>
      ) : (
        <div>
          <Text size="sm">
            It sees {hasMore ? 'more than ' : ''}
            {sees.length} {sees.length === 1 ? kind : `${kind}s`}:
          </Text>
          <List size="sm">
            {names.map(({ value, name }) => (
              <List.Item key={value}>{name}</List.Item>
            ))}
            {others > 0 && <List.Item>and {others} more</List.Item>}
          </List>
        </div>
      )}
    </Stack>
  );
}
