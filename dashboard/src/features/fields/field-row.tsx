/** One field: chosen or not; what is chosen is moved by buttons, or dragged. */
import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type DragEvent, type MouseEvent, useState } from 'react';
import { typeText } from '../../column-types.ts';
import type { FieldRowData } from './field-rows.ts';

interface FieldRowProps {
  readonly row: FieldRowData;
  /** How many are chosen. */
  readonly count: number;
  readonly onToggle: (row: FieldRowData) => unknown;
  /** Some places down; up if below zero. */
  readonly onMove: (name: string, by: number) => unknown;
  /** A row was dropped on this one, whose place it takes. */
  readonly onDrop: (name: string, place: number) => unknown;
}

/** What a row that is dragged carries: its name. */
const dragged = 'application/x-tablecast-field';

const directions = [
  { by: -1, word: 'up', icon: IconArrowUp },
  { by: 1, word: 'down', icon: IconArrowDown },
] as const;

export function FieldRow({ row, count, onToggle, onMove, onDrop }: FieldRowProps) {
  const { name, type, place, isLost } = row;
  const [isTarget, setTarget] = useState(false);
  const move = ({ currentTarget }: MouseEvent<HTMLButtonElement>, by: -1 | 1): void => {
    onMove(name, by);
    // Its row moves in the page, which would lose the focus.
    requestAnimationFrame(() => currentTarget.focus());
  };
  const drag = ({ dataTransfer }: DragEvent): void => {
    dataTransfer.setData(dragged, name);
    dataTransfer.effectAllowed = 'move';
  };
  const over = (event: DragEvent): void => {
    if (place === undefined || !event.dataTransfer.types.includes(dragged)) return;
    event.preventDefault();
    setTarget(true);
  };
  const drop = (event: DragEvent): void => {
    setTarget(false);
    const other = event.dataTransfer.getData(dragged);
    if (place === undefined || other === '') return;
    event.preventDefault();
    onDrop(other, place);
  };
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="xs"
      mih={32}
      justify="space-between"
      draggable={place !== undefined}
      {...(isTarget && { className: 'drop-target' })}
      onDragStart={drag}
      onDragOver={over}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <Group wrap="nowrap" gap="xs" miw={0}>
        <Checkbox
          checked={place !== undefined}
          onChange={() => onToggle(row)}
          label={name}
          classNames={{ label: 'address' }}
        />
        <Text size="xs" c={isLost ? 'var(--mantine-color-error)' : 'dimmed'}>
          {isLost ? 'not there any more' : type !== 'any' && typeText(type)}
        </Text>
      </Group>
      {place !== undefined && (
        <Group wrap="nowrap" gap={4}>
          {directions.map(({ by, word, icon: Icon }) => {
            const isPossible = place + by >= 0 && place + by < count;
            return (
              <ActionIcon
                key={word}
                variant="default"
                size="md"
                aria-label={`Move ${name} ${word}`}
                aria-disabled={!isPossible}
                style={isPossible ? undefined : { opacity: 0.4 }}
                onClick={(event) => isPossible && move(event, by)}
              >
                <Icon size={16} />
              </ActionIcon>
            );
          })}
        </Group>
      )}
    </Group>
  );
}
