/** Sign-in with e-mail and password or Google; returns to the page that was asked for. */
import { Alert, Anchor, Group, Text } from '@mantine/core';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Answer } from '../api-client.ts';
import { BeforeSetup } from '../features/sign-in/before-setup.tsx';
import { EntryPage } from '../features/sign-in/entry-page.tsx';
import { finishBeside } from '../features/sign-in/google.ts';
import { GoogleButton } from '../features/sign-in/google-button.tsx';
import { nextPath } from '../features/sign-in/next-page.ts';
import { forgetAccount } from '../features/sign-in/session-watch.ts';
import { googleProblem } from '../features/sign-in/sign-in-errors.ts';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { queries } from '../queries.ts';
import { useApi } from '../use-api.ts';

export interface SignInSearch {
  readonly next?: string;
  /** Why Google sent somebody back. */
  readonly error?: string;
  /** Opened beside a page that waits for it. */
  readonly window?: 'beside';
}

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next, error, window } = route.useSearch();
  const { history } = useRouter();
  const service = useApi('GET /api/service', {});
  const isDone = window === 'beside' && error === undefined;
  useEffect(() => {
    if (isDone) finishBeside();
  }, [isDone]);
  if (isDone) {
    return (
      <EntryPage title="You are signed in">
        <Text size="sm">You can close this window.</Text>
      </EntryPage>
    );
  }
  if (service.isPending) return null;
  if (service.data && isBeforeSetup(service.data)) return <BeforeSetup />;
  return (
    <EntryPage title="Sign in to Tablecast">
      {error !== undefined && (
        <Alert color="red" variant="outline" role="alert" title="Not signed in">
          {googleProblem(error)}
        </Alert>
      )}
      <SignInForm
        onDone={() => {
          forgetAccount();
          queries.clear();
          history.replace(nextPath(next));
        }}
      />
      <GoogleButton back={nextPath(next)} />
      <Group justify="space-between">
        <Anchor component={Link} to="/forgot-password" size="sm">
          Forgot your password?
        </Anchor>
        {service.data?.signUp === 'open' && (
          <Anchor component={Link} to="/sign-up" size="sm">
            Sign up
          </Anchor>
        )}
      </Group>
    </EntryPage>
  );
}

/** Nobody could do anything with the form. */
function isBeforeSetup({ canSignIn, hasGoogle, signUp }: Answer<'GET /api/service'>): boolean {
  return !canSignIn && !hasGoogle && signUp !== 'open';
}
