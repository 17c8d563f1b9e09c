/** The rows of a preview: as a table, as the text that a URL answers, and a page as a browser shows it. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { countText, numberText } from '../../formats.ts';
import type { ProfileSource } from '../profiles/profile-source.ts';
import { PreviewLimits } from './preview-limits.tsx';
import { PreviewPage } from './preview-page.tsx';
import { type PreviewClicks, PreviewTable } from './preview-table.tsx';
import { PreviewText } from './preview-text.tsx';

type Preview = Answer<'POST /api/endpoints/:id/preview'>;

const views = { page: PreviewPage, table: PreviewTable, text: PreviewText } as const;
type View = keyof typeof views;

const labels: Readonly<Record<View, string>> = { page: 'Page', table: 'Table', text: 'Text' };

interface PreviewViewProps {
  readonly answer: Preview;
  readonly clicks?: PreviewClicks | undefined;
  /** How many more rows can be asked for, and how. */
  readonly more?: { readonly rows: number; readonly show: () => void } | undefined;
  readonly areTypesShown?: boolean;
  readonly profiles?: ProfileSource | undefined;
  /** The rows are those that match a query. */
  readonly isFiltered?: boolean;
  /** What is said if there are none. */
  readonly empty?: ReactNode;
}

export function PreviewView(props: PreviewViewProps) {
  const { answer, clicks, more, profiles, areTypesShown = false, isFiltered = false, empty = noRows } = props;
  const [chosen, setChosen] = useState<View>();
  const possible = viewsOf(answer);
  const view = possible.find((each) => each === chosen) ?? possible[0] ?? 'table';
  const Shown = views[view];
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Show the preview as"
          value={view}
          onChange={(value) => setChosen(possible.find((each) => each === value))}
          data={possible.map((value) => ({ value, label: labels[value] }))}
        />
        <Text size="sm" c="dimmed">
          {rowsText(answer, isFiltered)} · {answer.filename}
        </Text>
      </Group>
      <Shown answer={answer} clicks={clicks} areTypesShown={areTypesShown} profiles={profiles} />
      {answer.rows.length === 0 && empty}
      {more && isMore(answer) && (
        <Button variant="default" size="xs" w="fit-content" onClick={more.show}>
          Show {numberText(more.rows)} more
        </Button>
      )}
      <PreviewLimits leftOut={answer.leftOut} />
    </Stack>
  );
}

const noRows = <Text c="dimmed">No rows.</Text>;

/** What the URL answers comes first where it is text for programs. */
function viewsOf({ contentType }: Preview): readonly View[] {
  if (contentType.startsWith('text/html')) return ['page', 'table', 'text'];
  return /json|xml/.test(contentType) ? ['text', 'table'] : ['table', 'text'];
}

const isMore = ({ rows, total, leftOut }: Preview): boolean =>
  leftOut.rows === 0 && (total === null || total > rows.length);

function rowsText({ rows: { length: count }, total }: Preview, isFiltered: boolean): string {
  if (count === 0) return 'No rows';
  const [one, many] = isFiltered ? ['matching row', 'matching rows'] : ['row', 'rows'];
  if (total === count) return `${countText(count, one, many)} in all`;
  return `First ${numberText(count)} of ${total === null ? `many ${many}` : countText(total, one, many)}`;
}
