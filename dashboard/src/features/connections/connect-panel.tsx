/** Connecting a platform where it is needed: by OAuth in another window, or by a token; anew, or in place. */
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Panel } from '../../components/panel.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import { useApi } from '../../use-api.ts';
import { OauthConnect } from './oauth-connect.tsx';
import { TokenConnect } from './token-connect.tsx';
import type { WayProps } from './way-props.ts';

export interface ConnectPanelProps {
  readonly platform: 'airtable' | 'notion' | 'google';
  /** The connection that is to work again; absent for a new one. */
  readonly connectionId?: string;
  readonly onConnected: (connection: { id: string }) => unknown;
}

export function ConnectPanel({ platform, ...props }: ConnectPanelProps) {
  const platforms = useApi('GET /api/platforms', {});
  return (
    <Panel query={platforms} failed="The platform could not be loaded">
      {(data) => {
        const found = data.platforms.find(({ id }) => id === platform);
        return found && <Ways platform={found} {...props} />;
      }}
    </Panel>
  );
}

function Ways(props: WayProps) {
  const { name, hasOauth, token } = props.platform;
  const [isTokenShown, shown] = useDisclosure(false);
  if (!hasOauth && token === null)
    return (
      <WarningNote title={`${name} is not set up here yet`}>
        Whoever runs this service registers it at {name} first, and sets its client id and secret.
      </WarningNote>
    );
  if (!hasOauth) return <TokenConnect {...props} />;
  return (
    <Stack>
      {isTokenShown ? <TokenConnect {...props} /> : <OauthConnect {...props} />}
      {token !== null && (
        <div>
          <Button variant="subtle" size="compact-sm" px={0} onClick={shown.toggle}>
            {isTokenShown ? `Use the consent page of ${name} instead` : 'Use a token instead'}
          </Button>
        </div>
      )}
    </Stack>
  );
}
