/** Name, description, format, fields; token; public page; file; pause; end. */
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Panel } from '../../components/panel.tsx';
import { Section } from '../../components/section.tsx';
import { useApi } from '../../use-api.ts';
import { DeleteSection } from './settings/delete-section.tsx';
import { FileSection } from './settings/file-section.tsx';
import { GeneralForm } from './settings/general-form.tsx';
import { PauseSection } from './settings/pause-section.tsx';
import { SharingSection } from './settings/sharing-section.tsx';
import { TokenSection } from './settings/token-section.tsx';

const route = getRouteApi('/frame/endpoints/$id/settings');

export function SettingsTab() {
  const { id } = route.useParams();
  const endpoint = useApi('GET /api/endpoints/:id', { params: { id } });
  return (
    <Panel query={endpoint} failed="The settings could not be loaded" height={400}>
      {(data) => (
        <Stack gap="md" maw={760} key={data.id}>
          <Section title="General">
            <GeneralForm endpoint={data} />
          </Section>
          <TokenSection endpoint={data} />
          <SharingSection endpoint={data} />
          {data.source === 'csv_upload' && <FileSection endpoint={data} />}
          <PauseSection endpoint={data} />
          <DeleteSection endpoint={data} />
        </Stack>
      )}
    </Panel>
  );
}
