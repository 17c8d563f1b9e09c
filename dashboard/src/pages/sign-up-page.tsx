/** Sign-up with e-mail and password, where it is open or somebody was invited. */
import { Anchor, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { GoogleButton } from '../features/sign-in/google-button.tsx';
import { LookIntoMailbox } from '../features/sign-in/look-into-mailbox.tsx';
import { type Invitation, SignUpForm } from '../features/sign-in/sign-up-form.tsx';
import { useApi } from '../use-api.ts';

export function SignUpPage() {
  const navigate = useNavigate();
  const service = useApi('GET /api/service', {});
  const [invitation] = useState(invitationInAddress);
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo !== undefined) return <LookIntoMailbox email={mailedTo} />;
  if (!service.data) return null;
  const { signUp, hasMail } = service.data;
  const isAllowed = signUp === 'open' || (signUp === 'invite' && invitation !== undefined);
  return (
    <EntryPage title="Sign up for Tablecast">
      {isAllowed ? (
        <>
          <SignUpForm
            invitation={invitation}
            signsInAtOnce={!hasMail}
            onDone={(email) => (hasMail ? setMailedTo(email) : navigate({ to: '/', replace: true }))}
          />
          {signUp === 'open' && <GoogleButton back="." />}
        </>
      ) : (
        <Text size="sm">
          {signUp === 'invite'
            ? 'You need an invitation to sign up here. Ask the administrator for one.'
            : 'Nobody can sign up here. Ask the administrator for an account.'}
        </Text>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in instead
      </Anchor>
    </EntryPage>
  );
}

/** In the fragment, which no server sees. */
function invitationInAddress(): Invitation | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const [code, email] = [given.get('invitation'), given.get('email')];
  return code && email ? { code, email } : undefined;
}
