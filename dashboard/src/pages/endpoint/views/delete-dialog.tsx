/** The end of a view: its URL answers 404 from then on, the endpoint stays. */
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useUndoDelete } from '../../../features/bin/use-undo-delete.ts';
import { type View, viewTitle } from '../../../features/views/view-title.ts';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';

interface DeleteDialogProps {
  /** Undefined: the dialog is closed. */
  readonly view: View | undefined;
  readonly onClose: () => unknown;
}

export function DeleteDialog({ view, onClose }: DeleteDialogProps) {
  const name = view ? viewTitle(view) : '';
  const undo = useUndoDelete();
  const remove = useChange('DELETE /api/proxies/:id', ({ id }) => {
    onClose();
    tellDone(`${name} is deleted.`, undo(id));
  });
  return (
    <ConfirmDialog
      isOpen={view !== undefined}
      title={`Delete ${name}?`}
      action="Delete the view"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => view && remove.mutate({ params: { id: view.id } })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    >
      The URL that begins with {view?.hint} stops working at once, for everyone who has it. You can undo this
      for seven days. The endpoint and its other views stay.
    </ConfirmDialog>
  );
}
