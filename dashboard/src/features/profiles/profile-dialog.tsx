/** What is in a column, in a dialog that its heading opens. */
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/panel.tsx';
import type { ProfileSource } from './profile-source.ts';
import { ProfileView } from './profile-view.tsx';

interface ProfileDialogProps {
  readonly source: ProfileSource;
  /** Undefined: closed. */
  readonly column: string | undefined;
  readonly onClose: () => void;
  readonly filter: (column: string, value: string) => (() => void) | undefined;
}

export function ProfileDialog({ source, column, onClose, filter }: ProfileDialogProps) {
  return (
    <Modal
      opened={column !== undefined}
      onClose={onClose}
      title={<span className="address">{column}</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {column !== undefined && (
        <LoadedProfile source={source} column={column} onClose={onClose} filter={filter} />
      )}
    </Modal>
  );
}

type LoadedProfileProps = ProfileDialogProps & { readonly column: string };

function LoadedProfile({ source, column, onClose, filter }: LoadedProfileProps) {
  const profile = useQuery({
    queryKey: [...source.key, column],
    queryFn: ({ signal }) => source.load(column, signal),
    retry: false,
  });
  const closing = (value: string) => {
    const apply = filter(column, value);
    return (
      apply &&
      (() => {
        onClose();
        apply();
      })
    );
  };
  return (
    <Panel query={profile} failed="The column could not be read" height={240}>
      {(answer) => <ProfileView profile={answer} filter={closing} />}
    </Panel>
  );
}
