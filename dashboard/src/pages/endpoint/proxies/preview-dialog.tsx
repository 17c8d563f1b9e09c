/** What a proxy answers: at most ten rows, for no credit. */
import { Modal } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { PreviewView } from '../../../features/previews/preview-view.tsx';
import type { MadeProxy } from './revoke-dialog.tsx';
import { useProxyPreview } from './use-proxy-preview.ts';

interface PreviewDialogProps {
  readonly endpointId: string;
  /** Undefined: the dialog is closed. */
  readonly proxy: MadeProxy | undefined;
  readonly onClose: () => unknown;
}

export function PreviewDialog({ endpointId, proxy, onClose }: PreviewDialogProps) {
  const preview = useProxyPreview(endpointId, proxy);
  return (
    <Modal
      opened={proxy !== undefined}
      onClose={() => onClose()}
      title={`Preview of the proxy ${proxy?.hint ?? ''}…`}
      size="xl"
    >
      <Panel query={preview} failed="The preview could not be made">
        {(answer) => <PreviewView answer={answer} />}
      </Panel>
    </Modal>
  );
}
