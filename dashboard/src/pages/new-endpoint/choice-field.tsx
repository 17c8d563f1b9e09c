/** One part of the choice on a platform: a list that the platform gives, searched and loaded again, or an address. */
import { ActionIcon, Group, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { useApi } from '../../use-api.ts';
import type { Choice } from './platform-draft.ts';
import type { ChoiceStep } from './platform-steps.tsx';

interface ChoiceFieldProps {
  readonly step: ChoiceStep;
  readonly connection: string;
  /** The parts before this one. */
  readonly before: Choice;
  readonly value: string;
  /** As it was named when it was chosen. */
  readonly name: string;
  readonly onChoose: (value: string, name: string) => unknown;
}

export function ChoiceField({ step, connection, before, value, name, onChoose }: ChoiceFieldProps) {
  const { part, label, isOptional, paste } = step;
  const [search, setSearch] = useState('');
  // What is shown as chosen is no search.
  const wanted = search === name ? '' : search.trim();
  const [settled] = useDebouncedValue(wanted, 250);
  const choices = useApi('GET /api/connections/:id/choices', {
    params: { id: connection },
    query: { part, search: settled, ...before },
  });
  const options = choices.isPlaceholderData ? [] : (choices.data?.options ?? []);
  const listed = options.map((option) => ({
    value: option.value,
    label: option.note === null ? option.name : `${option.name} (${option.note})`,
  }));
  const isListed = value === '' || listed.some((option) => option.value === value);
  return (
    <Stack gap={6}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <Select
          label={isOptional ? `${label} (optional)` : label}
          placeholder={choices.isFetching ? 'Loading …' : 'Choose'}
          data={isListed ? listed : [{ value, label: name }, ...listed]}
          filter={({ options: all }) => all}
          searchable
          clearable={isOptional}
          searchValue={search}
          onSearchChange={setSearch}
          value={value === '' ? null : value}
          onChange={(chosen, option) => onChoose(chosen ?? '', option?.label ?? '')}
          nothingFoundMessage={choices.isFetching ? 'Loading …' : 'Nothing found'}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          flex={1}
        />
        <Tooltip label="Load the list again">
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Load the list again: ${label}`}
            loading={choices.isFetching}
            onClick={() => choices.refetch()}
          >
            <IconRefresh size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {choices.data?.hasMore && (
        <Text size="sm" c="dimmed">
          There are more: type a part of the name.
        </Text>
      )}
      {choices.error && (
        <ErrorNote error={choices.error} title="The list could not be loaded" onRetry={choices.refetch} />
      )}
      {paste !== null && <PasteField what={paste} onPaste={(text) => onChoose(text, text)} />}
    </Stack>
  );
}

interface PasteFieldProps {
  /** What can be pasted. */
  readonly what: string;
  readonly onPaste: (text: string) => unknown;
}

function PasteField({ what, onPaste }: PasteFieldProps) {
  const [text, setText] = useState('');
  const take = (given: string): void => {
    if (given.trim() !== '') onPaste(given.trim());
  };
  return (
    <TextInput
      label="Or paste its URL"
      description={what}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onPaste={({ clipboardData }) => take(clipboardData.getData('text'))}
      onBlur={() => take(text)}
      onKeyDown={({ key }) => key === 'Enter' && take(text)}
    />
  );
}
