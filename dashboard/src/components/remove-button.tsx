/** Takes one entry out of a list: a bin, named by what it removes. */
import { ActionIcon, type MantineSpacing } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface RemoveButtonProps {
  /** "Remove …". */
  readonly label: string;
  readonly onRemove: () => void;
  /** Beside a control that has a label above it. */
  readonly mt?: MantineSpacing;
}

export function RemoveButton({ label, onRemove, mt }: RemoveButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      onClick={() => onRemove()}
      {...(mt !== undefined && { mt })}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
}
