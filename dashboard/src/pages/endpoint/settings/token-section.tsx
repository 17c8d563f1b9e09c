/** The token that every request must carry: made by the service and shown once, or chosen by the owner; taken off. */
import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../api-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Section } from '../../../components/section.tsx';
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';
import { OwnTokenDialog } from './own-token-dialog.tsx';

type Asked = 'off' | 'new' | 'own';

export function TokenSection({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id, isProtected, url } = endpoint;
  const params = { id };
  const [asked, setAsked] = useState<Asked>();
  const [token, setToken] = useState<string>();
  const close = (): void => setAsked(undefined);
  const make = useChange('POST /api/endpoints/:id/token', (answer) => {
    close();
    setToken(answer.token);
  });
  const takeOff = useChange('PATCH /api/endpoints/:id', () => {
    close();
    tellDone('The token is taken off.');
  });
  return (
    <Section title="Token">
      <Switch
        label="Every request must carry a token"
        description={
          isProtected ? 'Requests without it answer 401.' : 'Without one, anyone with the URL gets the data.'
        }
        checked={isProtected}
        disabled={make.isPending}
        onChange={({ currentTarget }) => (currentTarget.checked ? make.mutate({ params }) : setAsked('off'))}
      />
      <Group gap="sm">
        {isProtected && (
          <Button variant="default" size="xs" onClick={() => setAsked('new')}>
            Make a new token
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => setAsked('own')}>
          Use my own token
        </Button>
      </Group>
      {make.isError && asked === undefined && (
        <ErrorNote error={make.error} title="The token could not be made" />
      )}
      <ShownOnceDialog
        secret={token}
        title="The token of this endpoint"
        what="token"
        onClose={() => {
          setToken(undefined);
          make.reset();
        }}
      >
        Requests to {url} must now carry the header Authorization: Bearer, a space, and this token.
      </ShownOnceDialog>
      <ConfirmDialog
        isOpen={asked === 'new'}
        title="Make a new token?"
        action="Make a new token"
        isBusy={make.isPending}
        error={make.error}
        onConfirm={() => make.mutate({ params })}
        onClose={close}
      >
        The old one stops working at once: whoever uses it gets 401 until they have the new one.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'off'}
        title="Take the token off?"
        action="Take the token off"
        isBusy={takeOff.isPending}
        error={takeOff.error}
        onConfirm={() => takeOff.mutate({ params, body: { token: null } })}
        onClose={close}
      >
        Anyone with the URL {url} then gets the data. The token can't be brought back.
      </ConfirmDialog>
      <OwnTokenDialog endpointId={id} isOpen={asked === 'own'} isReplacing={isProtected} onClose={close} />
    </Section>
  );
}
