/**
 * The schema of `json_table`, in the type words of Frictionless Table Schema (4.7). Each word is the narrowest
 * that holds for the rows really written: pandas 1.5 turns a missing `integer` into an error, a missing
 * `boolean` into false and an `integer` past 64 bits into another number, so such a column is declared wider.
 */
import { fitsInt64 } from '../int64.ts';
import type { Column, ColumnType } from '../table.ts';
import type { ColumnWriter } from './row-pieces.ts';

export interface WatchedColumns {
  /** Write the same text as the given writers, and take notice of it. */
  readonly writers: readonly ColumnWriter[];
  /** To be asked when all rows are written. */
  schema(names: readonly string[]): string;
}

export function watchColumns(columns: readonly Column[], writers: readonly ColumnWriter[]): WatchedColumns {
  const watches = columns.map(
    (column): Watch => ({ type: column.type, missing: false, exceedsInt64: false }),
  );
  return {
    writers: writers.map((writer, at) => {
      const watch = watches[at];
      const watched = watch !== undefined && (watch.type === 'integer' || watch.type === 'boolean');
      return watched ? watchedWriter(writer, watch) : writer;
    }),
    schema: (names) => {
      const fields = names.map((name, at) => ({ name, type: fieldType(watches[at]) }));
      return JSON.stringify({ fields });
    },
  };
}

interface Watch {
  readonly type: ColumnType;
  missing: boolean;
  exceedsInt64: boolean;
}

function watchedWriter(writer: ColumnWriter, watch: Watch): ColumnWriter {
  return {
    ...writer,
    copied: false,
    value: (cell) => {
      const text = writer.copied && typeof cell === 'string' ? cell : (writer.value(cell) ?? 'null');
      if (text === 'null') watch.missing = true;
      else if (text.length > 18) watch.exceedsInt64 ||= !fitsInt64(BigInt(text));
      return text;
    },
  };
}

function fieldType(watch: Watch | undefined): string {
  switch (watch?.type) {
    case 'integer':
      if (watch.exceedsInt64) return 'any';
      return watch.missing ? 'number' : 'integer';
    case 'boolean':
      return watch.missing ? 'any' : 'boolean';
    case 'number':
    case 'string':
      return watch.type;
    default:
      return 'any';
  }
}
