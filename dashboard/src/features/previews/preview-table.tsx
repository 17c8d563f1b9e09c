/** The rows of a preview as a table; a cell is a text, whatever it holds. Where a click can filter or sort, it does. */
import { ActionIcon, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { typeText } from '../../column-types.ts';
import { countText } from '../../formats.ts';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import type { ProfileSource } from '../profiles/profile-source.ts';
import classes from './preview.module.css';

type TableAnswer = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'columns' | 'rows' | 'moreColumns'>;

/** What clicks do; undefined: nothing. */
export interface PreviewClicks {
  sort(column: string): (() => void) | undefined;
  sorted(column: string): 'ascending' | 'descending' | undefined;
  filter(column: string, value: string | null): (() => void) | undefined;
}

interface PreviewTableProps {
  readonly answer: TableAnswer;
  readonly clicks?: PreviewClicks | undefined;
  /** Where they do not stand elsewhere on the page. */
  readonly areTypesShown?: boolean;
  /** Of the columns, opened from their headings. */
  readonly profiles?: ProfileSource | undefined;
}

export function PreviewTable({ answer, clicks, areTypesShown = false, profiles }: PreviewTableProps) {
  const { columns, rows, moreColumns } = answer;
  const [profiled, setProfiled] = useState<string>();
  const isNumber = columns.map(({ type }) => type === 'integer' || type === 'number');
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={classes['scroll']} tabIndex={0} aria-label="Preview as a table">
        <Table verticalSpacing={6} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, type }, at) => (
                <Table.Th
                  key={name}
                  className={isNumber[at] ? 'numbers' : undefined}
                  title={name}
                  aria-sort={clicks?.sorted(name)}
                >
                  <Group gap={4} wrap="nowrap" justify={isNumber[at] ? 'flex-end' : 'flex-start'}>
                    <Heading name={name} clicks={clicks} />
                    {profiles && <ProfileButton name={name} onClick={() => setProfiled(name)} />}
                  </Group>
                  {areTypesShown && type !== 'any' && (
                    <Text size="xs" c="dimmed" fw={400}>
                      {typeText(type)}
                    </Text>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place.
              <Table.Tr key={line}>
                {columns.map(({ name }, at) => (
                  <Table.Td
                    key={name}
                    className={isNumber[at] ? 'numbers' : undefined}
                    title={row[at] ?? undefined}
                  >
                    <CellText value={row[at] ?? null} onClick={clicks?.filter(name, row[at] ?? null)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {moreColumns > 0 && (
        <Text size="sm" c="dimmed">
          And {countText(moreColumns, 'more column', 'more columns')}.
        </Text>
      )}
      {profiles && (
        <ProfileDialog
          source={profiles}
          column={profiled}
          onClose={() => setProfiled(undefined)}
          filter={(column, value) => clicks?.filter(column, value)}
        />
      )}
    </>
  );
}

interface ProfileButtonProps {
  readonly name: string;
  readonly onClick: () => void;
}

function ProfileButton({ name, onClick }: ProfileButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      title="What is in this column"
      aria-label={`What is in the column ${name}`}
      onClick={onClick}
    >
      <IconChartBar size={16} />
    </ActionIcon>
  );
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown } as const;

function Heading({ name, clicks }: { readonly name: string; readonly clicks: PreviewClicks | undefined }) {
  const sort = clicks?.sort(name);
  const sorted = clicks?.sorted(name);
  const Arrow = sorted && arrows[sorted];
  if (!sort) return <span className={classes['cell']}>{name}</span>;
  return (
    <UnstyledButton className={classes['heading']} title={`Sort by ${name}`} onClick={sort}>
      <span className={classes['cell']}>{name}</span>
      {Arrow && <Arrow size={14} />}
    </UnstyledButton>
  );
}

interface CellTextProps {
  readonly value: string | null;
  readonly onClick: (() => void) | undefined;
}

/** Not on the way of the Tab key, which would need a press for each cell: the builder does the same. */
function CellText({ value, onClick }: CellTextProps) {
  const isEmpty = value === null || value === '';
  if (!onClick) return <span className={classes['cell']}>{value}</span>;
  return (
    <UnstyledButton
      className={classes['value']}
      tabIndex={-1}
      title={isEmpty ? 'Show only empty ones' : 'Show only this value'}
      {...(isEmpty && { 'aria-label': 'Empty' })}
      onClick={onClick}
    >
      <span className={classes['cell']}>{value}</span>
    </UnstyledButton>
  );
}
