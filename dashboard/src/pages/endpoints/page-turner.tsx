/** From one page of a list to the next. */
import { Button, Group, Text } from '@mantine/core';
import { numberText } from '../../formats.ts';

interface PageTurnerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => unknown;
}

export function PageTurner({ page, pages, onPage }: PageTurnerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <Group gap="sm" component="nav" aria-label="Pages">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        Previous
      </Button>
      <Text size="sm">
        Page {numberText(page)} of {numberText(pages)}
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
