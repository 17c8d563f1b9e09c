/** The first rows of a file that is not published yet, in the format that its address will have. */
import { Panel } from '../../components/panel.tsx';
import { PreviewView } from '../../features/previews/preview-view.tsx';
import { useApi } from '../../use-api.ts';

interface FilePreviewProps {
  readonly upload: string;
  readonly type: string;
  readonly fields: readonly string[] | null;
}

export function FilePreview({ upload, type, fields }: FilePreviewProps) {
  const preview = useApi(
    'POST /api/uploads/:id/preview',
    { params: { id: upload }, body: { type, fields: fields && [...fields] } },
    { enabled: fields?.length !== 0 },
  );
  return (
    <section aria-label="Preview">
      <Panel query={preview} failed="The preview could not be made" height={320}>
        {(answer) => <PreviewView answer={answer} />}
      </Panel>
    </section>
  );
}
