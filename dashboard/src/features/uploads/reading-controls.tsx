/** How the lines of a file are read: delimiter, encoding, decimal mark, header, lines above the table. */
import { Group, NativeSelect, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { decimals, delimiters, encodings } from './reading-choices.ts';
import type { ReadingWanted, UploadedFile } from './send-file.ts';

interface ReadingControlsProps {
  readonly uploaded: UploadedFile;
  /** Absent after a reload. */
  readonly hasFile: boolean;
  readonly isBusy: boolean;
  readonly onReadAgain: (change: ReadingWanted) => unknown;
  readonly onDecimal: (decimal: 'comma' | 'point' | null) => unknown;
}

export function ReadingControls({ uploaded, hasFile, isBusy, onReadAgain, onDecimal }: ReadingControlsProps) {
  const { overrides, hasHeader, skippedLines } = uploaded;
  const known = delimiters.find(({ name }) => name === uploaded.delimiter);
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label="Delimiter"
          disabled={!hasFile}
          value={known?.value ?? ''}
          data={[
            ...(known
              ? []
              : [{ value: '', label: uploaded.delimiter === 'none' ? 'None' : uploaded.delimiter }]),
            ...delimiters.map(({ value, label }) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => onReadAgain({ delimiter: currentTarget.value })}
          flex="1 1 120px"
        />
        <NativeSelect
          label="Encoding"
          disabled={!hasFile}
          value={uploaded.encoding}
          data={[...encodings]}
          onChange={({ currentTarget }) => onReadAgain({ encoding: currentTarget.value })}
          flex="1 1 120px"
        />
        <NativeSelect
          label="Decimal mark"
          disabled={isBusy}
          value={overrides.decimal ?? uploaded.decimal}
          data={[
            ...(overrides.decimal === null ? [] : [{ value: '', label: 'Automatic' }]),
            ...decimals.map((value) => ({ value, label: value === 'comma' ? 'Comma' : 'Point' })),
          ]}
          onChange={({ currentTarget }) =>
            onDecimal(decimals.find((each) => each === currentTarget.value) ?? null)
          }
          flex="1 1 120px"
        />
      </Group>
      <Group gap="lg" align="flex-end">
        <LinesToSkip
          key={skippedLines}
          lines={skippedLines}
          disabled={!hasFile}
          onChange={(skipLines) => onReadAgain({ skipLines })}
        />
        <Switch
          label="First row is a header"
          disabled={!hasFile}
          checked={hasHeader}
          pb={8}
          onChange={({ currentTarget }) =>
            onReadAgain({ hasHeader: currentTarget.checked ? 'true' : 'false' })
          }
        />
      </Group>
      {!hasFile && (
        <Text size="sm" c="dimmed">
          To change delimiter, encoding or header, choose the file again.
        </Text>
      )}
    </Stack>
  );
}

interface LinesToSkipProps {
  readonly lines: number;
  readonly disabled: boolean;
  readonly onChange: (lines: number) => unknown;
}

function LinesToSkip({ lines, disabled, onChange }: LinesToSkipProps) {
  const [wanted, setWanted] = useState<number | string>(lines);
  const change = (): void => {
    if (typeof wanted !== 'number') setWanted(lines);
    else if (wanted !== lines) onChange(wanted);
  };
  return (
    <NumberInput
      label="Skip lines"
      w={120}
      disabled={disabled}
      min={0}
      max={1_000}
      clampBehavior="strict"
      allowDecimal={false}
      value={wanted}
      onChange={setWanted}
      onBlur={change}
      onKeyDown={({ key }) => key === 'Enter' && change()}
    />
  );
}
