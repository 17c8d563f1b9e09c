/** Pages of a log, whose newest entries come first: back to the newest, on to the older. */
import { Group } from '@mantine/core';
import { ButtonLink } from './links.tsx';

interface NewestOlderProps<Cursor> {
  readonly label: string;
  readonly before: Cursor | undefined;
  readonly next: Cursor | null;
}

export function NewestOlder<Cursor extends string | number>({
  label,
  before,
  next,
}: NewestOlderProps<Cursor>) {
  if (before === undefined && next === null) return null;
  return (
    <Group component="nav" aria-label={label} gap="sm">
      {before !== undefined && (
        <ButtonLink to="." search={({ before: _, ...search }) => search} variant="default" size="xs">
          Newest
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to="." search={(search) => ({ ...search, before: next })} variant="default" size="xs">
          Older
        </ButtonLink>
      )}
    </Group>
  );
}
