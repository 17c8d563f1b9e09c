/** What a preview leaves out because it is large, in a sentence; nothing if it leaves out nothing. */
import { Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { numberText } from '../../formats.ts';

type LeftOut = Answer<'POST /api/endpoints/:id/preview'>['leftOut'];

export function PreviewLimits({ leftOut }: { readonly leftOut: LeftOut }) {
  const { cells, rows, columns } = leftOut;
  if (cells + rows + columns === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {cells > 0 && 'Long cells show their first 1,000 characters. '}
      {rows > 0 && 'The next rows are too large for a preview. '}
      {columns > 0 && `${lastColumns(columns)} too large for a preview. `}
      The URL returns all of it.
    </Text>
  );
}

function lastColumns(count: number): string {
  return count === 1 ? 'The last column is' : `The last ${numberText(count)} columns are`;
}
