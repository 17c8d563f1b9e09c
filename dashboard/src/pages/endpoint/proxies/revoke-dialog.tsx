/** The end of a proxy: its address answers 404 from then on, the endpoint stays. */
import type { Answer } from '../../../api-client.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';

export type MadeProxy = Answer<'GET /api/endpoints/:id/proxies'>['proxies'][number];

interface RevokeDialogProps {
  /** Undefined: the dialog is closed. */
  readonly proxy: MadeProxy | undefined;
  readonly onClose: () => unknown;
}

export function RevokeDialog({ proxy, onClose }: RevokeDialogProps) {
  const revoke = useChange('DELETE /api/proxies/:id', ({ hint }) => {
    onClose();
    tellDone(`The proxy ${hint}… is revoked.`);
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
      The address that begins with {proxy?.hint} answers 404 from now on, for everybody who has it. This
      cannot be undone. The endpoint and its other proxies stay.
    </ConfirmDialog>
  );
}
