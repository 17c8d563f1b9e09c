/** Another name for a view; its URL and its query stay. */
import { NameDialog } from '../../../features/views/name-dialog.tsx';
import type { View } from '../../../features/views/view-title.ts';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';

interface RenameDialogProps {
  /** Undefined: the dialog is closed. */
  readonly view: View | undefined;
  readonly onClose: () => unknown;
}

export function RenameDialog({ view, onClose }: RenameDialogProps) {
  const rename = useChange('PATCH /api/proxies/:id', ({ name }) => {
    onClose();
    tellDone(`The view is now called ${name}.`);
  });
  return (
    <NameDialog
      isOpen={view !== undefined}
      title="Rename the view"
      name={view?.name ?? ''}
      action="Rename"
      isBusy={rename.isPending}
      error={rename.error}
      onName={(name) =>
        view && rename.mutate({ params: { id: view.id }, body: { revision: view.revision, name } })
      }
      onClose={() => {
        rename.reset();
        onClose();
      }}
    />
  );
}
