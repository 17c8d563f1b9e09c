/** The URL, which may also be edited or pasted: the controls follow it. Copied, it is always rightly encoded. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { UrlActions } from '../../../features/urls/url-actions.tsx';
import { type Query, urlOf } from '../../../features/urls/url-of.ts';
import { numberText } from '../../../formats.ts';
import { knownNames } from './controls.ts';
import { readUrl } from './url-query.ts';

interface UrlFieldProps {
  readonly endpointUrl: string;
  /** Of the endpoint. */
  readonly name: string;
  readonly isProtected: boolean;
  readonly query: Query;
  readonly longestUrl: number;
  readonly onChange: (query: Query) => void;
  readonly onClear: () => void;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Formulas of Excel and some other programs take no more. */
const longestInPrograms = 2_000;

export function UrlField(props: UrlFieldProps) {
  const { endpointUrl, name, isProtected, query, longestUrl, onChange, onClear, children } = props;
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: Query }>();
  const url = urlOf(endpointUrl, query);
  // What a control has changed since counts more than what was typed.
  const text = typed?.of === query ? typed.text : url;
  const read = readUrl(text, endpointUrl);
  const type = (written: string): void => {
    const next = readUrl(written, endpointUrl);
    const of = 'query' in next ? next.query : query;
    setTyped({ text: written, of });
    if ('query' in next) onChange(next.query);
  };
  const leave = (): void => {
    if ('query' in read) setTyped(undefined);
  };
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <Textarea
          label="URL"
          flex={1}
          autosize
          minRows={1}
          maxRows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={'problem' in read ? read.problem : undefined}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={leave}
          styles={{
            input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' },
          }}
        />
      </Group>
      <Group gap="xs">
        <UrlActions name={name} url={url} isProtected={isProtected} />
        {children}
        {query.length > 0 && (
          <Button variant="default" size="sm" onClick={onClear}>
            Remove all parameters
          </Button>
        )}
        <IgnoredNote query={query} />
      </Group>
      <LengthNote length={url.length} longestUrl={longestUrl} />
    </Stack>
  );
}

function IgnoredNote({ query }: { readonly query: Query }) {
  const names = new Set(
    query.map(([name]) => name).filter((name) => !knownNames.includes(name.toLowerCase())),
  );
  if (names.size === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      Ignored: {[...names].join(', ')}
    </Text>
  );
}

function LengthNote({ length, longestUrl }: { readonly length: number; readonly longestUrl: number }) {
  if (length <= longestInPrograms) return null;
  return (
    <Text size="sm" c={length > longestUrl ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {numberText(length)} characters:{' '}
      {length > longestUrl
        ? `the service refuses more than ${numberText(longestUrl)}.`
        : 'Excel and some other programs take about 2,000 at most.'}{' '}
      A view with these parameters has a short URL.
    </Text>
  );
}
