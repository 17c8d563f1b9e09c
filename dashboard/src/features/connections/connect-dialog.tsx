/** The panel that connects a platform, in a dialog; closes when it is connected. */
import { Modal } from '@mantine/core';
import { tellDone } from '../../toasts.tsx';
import { ConnectPanel, type ConnectPanelProps } from './connect-panel.tsx';

interface ConnectDialogProps extends ConnectPanelProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => unknown;
}

export function ConnectDialog({ name, isOpen, onClose, onConnected, ...panel }: ConnectDialogProps) {
  const isAgain = panel.connectionId !== undefined;
  return (
    <Modal
      opened={isOpen}
      onClose={() => onClose()}
      title={`${isAgain ? 'Reconnect' : 'Connect'} ${name}`}
      centered
    >
      <ConnectPanel
        {...panel}
        onConnected={(connection) => {
          onClose();
          tellDone(`${name} is connected${isAgain ? ' again' : ''}.`);
          onConnected(connection);
        }}
      />
    </Modal>
  );
}
