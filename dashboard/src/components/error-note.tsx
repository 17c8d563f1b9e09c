/** An error where it arose: what happened, why, what to do, and the number of the request for who asks about it. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ApiError } from '../api-client.ts';
import { isSessionEnd } from '../features/sign-in/session-watch.ts';

const noRefusal = { data: undefined, advice: undefined, help: undefined, requestId: undefined };

interface ErrorNoteProps {
  readonly error: Error;
  readonly title?: string;
  readonly onRetry?: () => unknown;
}

export function ErrorNote({ error, title, onRetry }: ErrorNoteProps) {
  if (isSessionEnd(error)) return <Text role="alert">Your session had ended. Sign in, then try again.</Text>;
  const { data, advice, help, requestId } = error instanceof ApiError ? error.refusal : noRefusal;
  // The code of the error stands in the page that explains it.
  const words = error.message === 'USER_BLOCKED' ? 'This account is blocked' : error.message;
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertCircle />} title={title ?? words}>
      <Stack gap="xs">
        {title !== undefined && <Text size="sm">{words}</Text>}
        {data !== undefined && <Text size="sm">{data}</Text>}
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        {help !== undefined && (
          <Anchor size="sm" href={help} target="_blank" underline="always">
            What this means
          </Anchor>
        )}
        {(onRetry !== undefined || requestId !== undefined) && (
          <Group gap="sm">
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            {requestId !== undefined && (
              <Text size="xs" c="dimmed">
                Request {requestId}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
