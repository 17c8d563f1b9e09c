/** Connecting a platform where it is needed: by OAuth in another window, or by a token; anew, or in place. */
import { Text } from '@mantine/core';

export interface ConnectPanelProps {
  readonly platform: 'airtable' | 'notion' | 'google';
  /** The connection that is to work again; absent for a new one. */
  readonly connectionId?: string;
  readonly onConnected: (connection: { id: string }) => unknown;
}

export function ConnectPanel({ platform }: ConnectPanelProps) {
  return <Text>Connect {platform}</Text>;
}
