/** Asks for the name of a view, for a new one and for another name. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';

interface NameDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What stands in the field at first. */
  readonly name?: string;
  readonly description?: string;
  /** The words of the button. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onName: (name: string) => unknown;
  readonly onClose: () => unknown;
}

export function NameDialog({ isOpen, title, onClose, ...props }: NameDialogProps) {
  return (
    <Modal opened={isOpen} onClose={() => onClose()} title={title}>
      <NameForm {...props} onClose={onClose} />
    </Modal>
  );
}

/** Begun anew whenever the dialog opens. */
function NameForm(props: Omit<NameDialogProps, 'isOpen' | 'title'>) {
  const { name = '', description, action, isBusy, error, onName, onClose } = props;
  const [typed, setTyped] = useState(name);
  const [isEmpty, setEmpty] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(typed.trim() === '');
        if (typed.trim() !== '') onName(typed);
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          description={description}
          required
          maxLength={200}
          value={typed}
          error={isEmpty && typed.trim() === '' ? 'Enter a name.' : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        {error && <ErrorNote error={error} title="We couldn't save the view" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
