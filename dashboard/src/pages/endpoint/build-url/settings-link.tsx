/** Leads to the settings of the endpoint. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function SettingsLink({ endpointId }: { readonly endpointId: string }) {
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link {...props} to="/endpoints/$id/settings" params={{ id: endpointId }} />}
    >
      Settings
    </Anchor>
  );
}
