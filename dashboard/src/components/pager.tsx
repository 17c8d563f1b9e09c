/** To the page before and after, by links, so that each page has its address. */
import { Button, Group, Text } from '@mantine/core';
import { numberText } from '../formats.ts';
import { ButtonLink } from './links.tsx';

interface PagerProps {
  /** What is paged: “Schedules”. */
  readonly label: string;
  readonly page: number;
  readonly total: number;
  readonly pageSize: number;
}

/** On a page whose address takes `page`; nothing if there is only one. */
export function Pager({ label, page, total, pageSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  return (
    <Group component="nav" aria-label={`Pages: ${label}`} gap="sm">
      <PageButton to={page - 1} isOff={page <= 1} words="Previous" />
      <Text size="sm">
        Page {numberText(page)} of {numberText(last)}
      </Text>
      <PageButton to={page + 1} isOff={page >= last} words="Next" />
    </Group>
  );
}

function PageButton({ to, isOff, words }: { to: number; isOff: boolean; words: string }) {
  if (isOff)
    return (
      <Button variant="default" size="xs" disabled>
        {words}
      </Button>
    );
  return (
    <ButtonLink
      to="."
      search={({ page: _, ...search }) => (to > 1 ? { ...search, page: to } : search)}
      variant="default"
      size="xs"
    >
      {words}
    </ButtonLink>
  );
}
