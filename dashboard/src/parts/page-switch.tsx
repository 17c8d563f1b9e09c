/** The way from one page of a list to the next; nothing when all is on one. */
import { Button, Group, Text } from '@mantine/core';
import { numberText } from '../formats.ts';

interface PageSwitchProps {
  readonly page: number;
  readonly total: number;
  readonly pageSize: number;
  readonly onChange: (page: number) => unknown;
}

export function PageSwitch({ page, total, pageSize, onChange }: PageSwitchProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  return (
    <Group gap="sm" component="nav" aria-label="Pages">
      <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <Text size="sm">
        Page {numberText(page)} of {numberText(pages)}
      </Text>
      <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
