/** The URL of a view that was made or renewed: it is shown this once. */
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';

interface ViewUrlDialogProps {
  /** Undefined: the dialog is closed. */
  readonly url: string | undefined;
  readonly title: string;
  readonly onClose: () => unknown;
}

export function ViewUrlDialog({ url, title, onClose }: ViewUrlDialogProps) {
  return (
    <ShownOnceDialog secret={url} title={title} what="URL" onClose={onClose}>
      Anyone with this URL gets the data as the view has it, and can't change its query. If the endpoint needs
      a token, so does this URL.
    </ShownOnceDialog>
  );
}
