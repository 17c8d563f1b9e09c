/**
 * Every panel has four states: loading (after a moment, so that nothing flashes), failed with a way to try again,
 * empty, and filled. Old content stays while new content loads.
 */
import { Box, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface PanelProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Of the error: “The endpoints could not be loaded”. */
  readonly failed: string;
  /** What stands there instead, if there is nothing to show. */
  readonly empty?: (data: Data) => ReactNode | undefined;
  readonly height?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Panel<Data>({ query, failed, empty, height = 160, children }: PanelProps<Data>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  if (isPending)
    return (
      <Box role="status" aria-label="Loading" className="late">
        <Skeleton height={height} />
      </Box>
    );
  const note = error && <ErrorNote error={error} title={failed} onRetry={refetch} />;
  if (data === undefined) return note;
  return (
    <Stack aria-busy={isPlaceholderData} className="panel">
      {note}
      {empty?.(data) ?? children(data)}
    </Stack>
  );
}
