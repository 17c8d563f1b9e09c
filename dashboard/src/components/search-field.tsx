/** The search of a list: what is typed goes into the address a moment later. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { searchMark } from '../features/frame/keys-dialog.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => unknown;
}

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text);
  }, 250);
  // Cleared elsewhere, or the way back in the history; what is being typed stays.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      type="search"
      w={260}
      maw="100%"
      {...searchMark}
    />
  );
}
