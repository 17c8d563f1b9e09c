/** The end of a proxy: its address answers 404 from then on, the endpoint stays. */
import type { Answer } from '../../../api-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useUndoDelete } from '../../../features/bin/use-undo-delete.ts';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';

export type MadeProxy = Answer<'GET /api/endpoints/:id/proxies'>['proxies'][number];

interface RevokeDialogProps {
  /** Undefined: the dialog is closed. */
  readonly proxy: MadeProxy | undefined;
  readonly onClose: () => unknown;
}

export function RevokeDialog({ proxy, onClose }: RevokeDialogProps) {
  const undo = useUndoDelete();
  const revoke = useChange('DELETE /api/proxies/:id', ({ id, hint }) => {
    onClose();
    tellDone(`The proxy ${hint}… is revoked.`, undo(id));
  });
  return (
    <ConfirmDialog
      isOpen={proxy !== undefined}
      title="Revoke the proxy?"
      action="Revoke the proxy"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => proxy && revoke.mutate({ params: { id: proxy.id } })}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
    >
      The URL that begins with {proxy?.hint} answers 404 from now on, for everybody who has it. You can undo
      this for seven days. The endpoint and its other proxies stay.
    </ConfirmDialog>
  );
}
