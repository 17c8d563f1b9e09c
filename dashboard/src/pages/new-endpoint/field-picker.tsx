/** Which fields are exported and in which order: all of them, or those that are chosen. */
import { ActionIcon, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText } from '../../formats.ts';

interface Field {
  readonly name: string;
  readonly type?: string;
}

interface FieldPickerProps {
  /** “fields” or “columns”. */
  readonly what: string;
  readonly available: readonly Field[];
  /** Chosen ones in their order; null: all, also those that come later. */
  readonly fields: readonly string[] | null;
  readonly onFields: (fields: readonly string[] | null) => unknown;
}

const shown = 200;

export function FieldPicker({ what, available, fields, onFields }: FieldPickerProps) {
  const names = available.map(({ name }) => name);
  const [order, setOrder] = useState<readonly string[]>();
  const current = orderOf(names, order ?? fields ?? []);
  const chosen = new Set(fields ?? names);
  const choose = (next: readonly string[], keep: ReadonlySet<string>): void => {
    setOrder(next);
    const kept = next.filter((name) => keep.has(name));
    if (kept.length > 0) onFields(kept);
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={`Which ${what} are exported`}
        value={fields === null ? 'all' : 'some'}
        onChange={(value) => onFields(value === 'all' ? null : [...current])}
        data={[
          { value: 'all', label: `All ${what}` },
          { value: 'some', label: `Choose ${what}` },
        ]}
      />
      {fields !== null && (
        <Stack gap={2} component="ul" p={0} m={0} mah={420} style={{ overflowY: 'auto' }}>
          {current.slice(0, shown).map((name, at) => (
            <FieldRow
              key={name}
              name={name}
              type={available.find((field) => field.name === name)?.type}
              isChosen={chosen.has(name)}
              isFirst={at === 0}
              isLast={at === current.length - 1}
              onChosen={(isChosen) => {
                const keep = new Set(chosen);
                if (isChosen) keep.add(name);
                else keep.delete(name);
                choose(current, keep);
              }}
              onMove={(by) => choose(moved(current, at, by), chosen)}
            />
          ))}
        </Stack>
      )}
      {fields !== null && (
        <Text size="sm" c="dimmed" role="status">
          {numberText(fields.length)} of {numberText(names.length)} {what}
          {fields.length === 1 && '; at least one is needed'}
        </Text>
      )}
    </Stack>
  );
}

interface FieldRowProps {
  readonly name: string;
  readonly type: string | undefined;
  readonly isChosen: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChosen: (isChosen: boolean) => unknown;
  readonly onMove: (by: 1 | -1) => unknown;
}

function FieldRow({ name, type, isChosen, isFirst, isLast, onChosen, onMove }: FieldRowProps) {
  return (
    <Group component="li" gap={4} wrap="nowrap" style={{ listStyle: 'none' }}>
      <Checkbox
        label={name}
        checked={isChosen}
        onChange={({ currentTarget }) => onChosen(currentTarget.checked)}
        flex={1}
        className="address"
      />
      {type !== undefined && type !== '' && (
        <Text size="sm" c="dimmed">
          {type}
        </Text>
      )}
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${name} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Those in `first` that there are, in that order, then the others. */
function orderOf(names: readonly string[], first: readonly string[]): readonly string[] {
  const known = first.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}

function moved(order: readonly string[], at: number, by: 1 | -1): readonly string[] {
  const next = [...order];
  const [name = ''] = next.splice(at, 1);
  next.splice(at + by, 0, name);
  return next;
}
