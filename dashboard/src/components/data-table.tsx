/** Rows of one kind as a table, whose columns are data; on a phone each row is a card, headed by its first column. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from './wide-table.tsx';

export interface DataColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** `action`: buttons, whose label is only spoken. */
  readonly kind?: 'numbers' | 'one-line' | 'breaking' | 'action';
}

interface DataTableProps<Row> {
  /** Of the table: “Schedules”. */
  readonly label: string;
  readonly minWidth: number;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
}

export function DataTable<Row extends { readonly id: string }>({
  label,
  minWidth,
  columns,
  rows,
}: DataTableProps<Row>) {
  return (
    <WideTable label={label} minWidth={minWidth}>
      <Table verticalSpacing={6} horizontalSpacing="md" aria-label={label} className="data-table">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.label} {...classOf(column)}>
                {column.kind === 'action' ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : (
                  column.label
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map((column) => (
                <Table.Td
                  key={column.label}
                  {...classOf(column)}
                  {...(column.kind !== 'action' && { 'data-label': column.label })}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function classOf<Row>({ kind }: DataColumn<Row>): { className?: string } {
  return kind === undefined ? {} : { className: kind };
}
