/** Reminds who came by the printed link that there is no other way to come back yet. */
import { Alert, Anchor, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

export function PasswordNote() {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <Alert
      variant="default"
      icon={<IconKey size={18} />}
      mb="md"
      withCloseButton
      closeButtonLabel="Hide"
      onClose={() => setClosed(true)}
    >
      <Text size="sm">
        You can only sign in with the printed link until you set a password.{' '}
        <Anchor component={Link} to="/account" inherit underline="always">
          Set an e-mail and password
        </Anchor>
      </Text>
    </Alert>
  );
}
