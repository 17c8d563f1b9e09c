/** The rows of a preview as a table; a cell is a text, whatever it holds. */
import { Table, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { numberText } from '../../formats.ts';
import classes from './preview.module.css';

type TableAnswer = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'columns' | 'rows' | 'moreColumns'>;

export function PreviewTable({ answer }: { readonly answer: TableAnswer }) {
  const { columns, rows, moreColumns } = answer;
  const isNumber = columns.map(({ type }) => type === 'integer' || type === 'number');
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={classes['scroll']} tabIndex={0} aria-label="Preview as a table">
        <Table w="auto" verticalSpacing={6} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name }, at) => (
                <Table.Th key={name} className={isNumber[at] ? 'numbers' : undefined} title={name}>
                  <span className={classes['cell']}>{name}</span>
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
                    <span className={classes['cell']}>{row[at]}</span>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {rows.length === 0 && <Text c="dimmed">No row matches.</Text>}
      {moreColumns > 0 && (
        <Text size="sm" c="dimmed">
          And {numberText(moreColumns)} more columns.
        </Text>
      )}
    </>
  );
}
