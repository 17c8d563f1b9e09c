/** The first rows of a table on a platform that has no endpoint yet; a preview of a former choice is dropped. */
import { Title } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { PreviewView } from '../../features/previews/preview-view.tsx';
import { useApi } from '../../use-api.ts';
import type { PlatformDraft } from './platform-draft.ts';

export function PlatformPreview({ draft }: { readonly draft: PlatformDraft }) {
  const { connection, choice, fields, type } = draft;
  const preview = useApi(
    'POST /api/connections/:id/preview',
    {
      params: { id: connection },
      body: { choice, fields: fields && [...fields], parameters: { type } },
    },
    { enabled: fields?.length !== 0 },
  );
  return (
    <section aria-label="Preview">
      <Title order={2} size="h5" mb="xs">
        Preview
      </Title>
      <Panel query={preview} failed="The preview could not be made" height={320}>
        {(answer) => <PreviewView answer={answer} />}
      </Panel>
    </section>
  );
}
