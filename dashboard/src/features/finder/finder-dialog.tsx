/** Finds endpoints, views, schedules, connections, pages and actions by a part of their name; arrows choose, Enter opens. */
import './finder.css';
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { useApi } from '../../use-api.ts';
import { administratorPlaces, places } from './places.ts';

interface FinderDialogProps {
  readonly isAdministrator: boolean;
  readonly onClose: () => unknown;
}

interface Found {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly open: () => Promise<void>;
}

const pauseMs = 150;

export function FinderDialog({ isAdministrator, onClose }: FinderDialogProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, error, isPending } = useFound(text, isAdministrator);
  const active = Math.min(at, found.length - 1);
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    onClose();
    void one.open();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') open(found[active]);
  };
  return (
    <Modal opened onClose={onClose} title="Find" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <TextInput
        aria-label="Find endpoints, views, schedules, connections, pages and actions"
        placeholder="Find endpoints, views, schedules, connections, pages and actions"
        role="combobox"
        aria-expanded
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${active}` : undefined}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        data-autofocus
      />
      {error && <ErrorNote error={error} title="The search did not work" />}
      <div id="found" role="listbox" aria-label="Found" className="found" tabIndex={-1}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={one.key}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => open(one)}
            onMouseMove={() => setAt(index)}
          >
            <span className="cut">{one.label}</span>
            <span className="dimmed">{one.kind}</span>
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 && !isPending && `No match for “${text.trim()}”`}
      </Text>
    </Modal>
  );
}

function useFound(text: string, isAdministrator: boolean) {
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(text.trim(), pauseMs);
  const { data, error, isPlaceholderData, isPending } = useApi('GET /api/find', { query: { text: asked } });
  const word = text.trim().toLowerCase();
  const known = [...places, ...(isAdministrator ? administratorPlaces : [])]
    .filter(({ label }) => label.toLowerCase().includes(word))
    .map(({ label, kind, to }): Found => ({ key: to, label, kind, open: () => navigate({ to }) }));
  const things: Found[] = [
    ...(data?.endpoints ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: 'Endpoint',
      open: () => navigate({ to: '/endpoints/$id', params: { id } }),
    })),
    ...(data?.views ?? []).map(({ id, endpointId, name }) => ({
      key: id,
      label: name,
      kind: 'View',
      open: () => navigate({ to: '/endpoints/$id/views', params: { id: endpointId } }),
    })),
    ...(data?.schedules ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: 'Schedule',
      open: () => navigate({ to: '/schedules/$id', params: { id } }),
    })),
    ...(data?.connections ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: 'Connection',
      open: () => navigate({ to: '/connections/$id', params: { id } }),
    })),
  ];
  const isWaiting = isPending || isPlaceholderData || asked !== text.trim();
  // An answer to what was typed before is not offered: Enter would open the wrong thing.
  const found = isWaiting && word !== '' ? known : [...things, ...known];
  return { found: word === '' ? [...known, ...things] : found, error, isPending: isWaiting };
}
