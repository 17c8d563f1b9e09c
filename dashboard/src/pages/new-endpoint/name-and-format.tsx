/** The last step of every new endpoint: its name, its format, and the button that makes it. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { formatGroups } from '../../format-choices.ts';

interface NameAndFormatProps {
  readonly value: { readonly name: string; readonly type: string };
  readonly onChange: (change: { readonly name?: string; readonly type?: string }) => unknown;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCreate: () => unknown;
}

export function NameAndFormat({ value, onChange, isBusy, error, onCreate }: NameAndFormatProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isEmpty = value.name.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else onCreate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            ref={field}
            label="Name"
            description="Used as the file name"
            maxLength={200}
            value={value.name}
            error={isMissing && value.name.trim() === '' && 'Enter a name.'}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
            flex="1 1 200px"
          />
          <NativeSelect
            label="Format"
            description="Can be changed per request"
            data={formatGroups}
            value={value.type}
            onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
            flex="1 1 200px"
          />
        </Group>
        {error && <ErrorNote error={error} title="The endpoint was not created" />}
        <Group>
          <Button type="submit" loading={isBusy} size="md">
            Create endpoint
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
