/** A table that scrolls sideways in itself where the screen is narrower, by keys too; a shadow says that there is more. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideTableProps {
  /** Of the table: “Requests”. */
  readonly label: string;
  readonly minWidth: number;
  readonly children: ReactNode;
}

export function WideTable({ label, minWidth, children }: WideTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
      className="wide-table"
    >
      {children}
    </Table.ScrollContainer>
  );
}
