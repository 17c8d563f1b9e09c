/** One request of the log. */
import { Anchor, Table, Text, Tooltip } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { formatLabel } from '../../format-choices.ts';
import { bytesText, durationText, numberText } from '../../formats.ts';
import { userAgentWords } from './user-agent-words.ts';

type ShownHit = Answer<'GET /api/endpoints/:id/hits'>['hits'][number];

export function LogRow({ hit }: { readonly hit: ShownHit }) {
  const { at, status, type, rows, bytes, ms, credits } = hit;
  const isFailed = status >= 400;
  return (
    <Table.Tr>
      <Table.Td className="numbers">
        <Text span size="sm" fw={600} {...(isFailed && { c: 'var(--mantine-color-error)' })}>
          {status}
        </Text>
      </Table.Td>
      <Table.Td className="one-line">
        <Moment at={at} />
      </Table.Td>
      <Table.Td className="one-line">{type === null ? '' : formatLabel(type)}</Table.Td>
      <Table.Td className="numbers">{rows === null ? '' : numberText(rows)}</Table.Td>
      <Table.Td className="numbers">{bytesText(bytes)}</Table.Td>
      <Table.Td className="numbers">{durationText(ms)}</Table.Td>
      <Table.Td className="numbers">{credits}</Table.Td>
      <Table.Td className="breaking">
        <Asker hit={hit} />
      </Table.Td>
      <Table.Td>
        <Problem hit={hit} />
      </Table.Td>
    </Table.Tr>
  );
}

function Asker({ hit: { userAgent, proxy } }: { readonly hit: ShownHit }) {
  return (
    <>
      {userAgent !== null && (
        <Tooltip label={userAgent} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
          <Text span size="sm">
            {userAgentWords(userAgent)}
          </Text>
        </Tooltip>
      )}
      {proxy !== null && (
        <Text size="xs" c="dimmed">
          view {proxy}…
        </Text>
      )}
    </>
  );
}

function Problem({ hit: { status, error, help, ignored } }: { readonly hit: ShownHit }) {
  return (
    <>
      {status === 499 && <Text size="sm">The client left before the answer was whole.</Text>}
      {error !== null && (
        <Text size="sm" maw={360}>
          {error}{' '}
          {help !== null && (
            <Anchor href={help} target="_blank" size="sm" underline="always">
              What this means
            </Anchor>
          )}
        </Text>
      )}
      {ignored !== null && (
        <Text size="xs" c="dimmed">
          Ignored: {ignored}
        </Text>
      )}
    </>
  );
}
