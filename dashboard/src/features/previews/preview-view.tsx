/** The rows of a preview: as a table, as the text that an address answers, and a page as a browser shows it. */
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { numberText } from '../../formats.ts';
import { PreviewLimits } from './preview-limits.tsx';
import { PreviewPage } from './preview-page.tsx';
import { PreviewTable } from './preview-table.tsx';
import { PreviewText } from './preview-text.tsx';

type Preview = Answer<'POST /api/endpoints/:id/preview'>;

const views = { page: PreviewPage, table: PreviewTable, text: PreviewText } as const;
type View = keyof typeof views;

const labels: Readonly<Record<View, string>> = { page: 'Page', table: 'Table', text: 'Text' };
const most = 10;

export function PreviewView({ answer }: { readonly answer: Preview }) {
  const [chosen, setChosen] = useState<View>();
  const isPage = answer.contentType.startsWith('text/html');
  const possible: readonly View[] = isPage ? ['page', 'table', 'text'] : ['table', 'text'];
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
          {rowsText(answer)} · {answer.filename}
        </Text>
      </Group>
      <Shown answer={answer} />
      <PreviewLimits leftOut={answer.leftOut} />
    </Stack>
  );
}

/** Fewer than a preview may have are all there are, unless some were too large. */
function rowsText({ rows: { length: count }, leftOut }: Preview): string {
  if (count >= most || leftOut.rows > 0) return count === 1 ? 'First row' : `First ${numberText(count)} rows`;
  return count === 0 ? 'No rows' : `${numberText(count)} ${count === 1 ? 'row' : 'rows'} in all`;
}
