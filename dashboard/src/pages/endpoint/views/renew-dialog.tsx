/** A new URL for a view: the old one is dead in the same moment, and the new one is shown once. */
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { type View, viewTitle } from '../../../features/views/view-title.ts';
import { ViewUrlDialog } from '../../../features/views/view-url-dialog.tsx';
import { useChange } from '../../../use-api.ts';

interface RenewDialogProps {
  /** Undefined: the dialog is closed. */
  readonly view: View | undefined;
  readonly onClose: () => unknown;
}

export function RenewDialog({ view, onClose }: RenewDialogProps) {
  const [url, setUrl] = useState<string>();
  const renew = useChange('POST /api/proxies/:id/renew', (made) => {
    onClose();
    setUrl(made.url);
  });
  return (
    <>
      <ConfirmDialog
        isOpen={view !== undefined}
        title="Get a new URL?"
        action="Get a new URL"
        isBusy={renew.isPending}
        error={renew.error}
        onConfirm={() => view && renew.mutate({ params: { id: view.id } })}
        onClose={() => {
          renew.reset();
          onClose();
        }}
      >
        The old URL of {view && viewTitle(view)} stops working at once, for everyone who has it. The view's
        query and the schedules that use it stay as they are.
      </ConfirmDialog>
      <ViewUrlDialog url={url} title="The new URL" onClose={() => setUrl(undefined)} />
    </>
  );
}
