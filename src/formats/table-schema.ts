/**
 * The schema of `json_table`, with the types of Frictionless Table Schema. Each type is the narrowest one that fits
 * the actual rows: pandas 1.5 fails on a missing `integer`, reads a missing `boolean` as false and changes an
 * `integer` of more than 64 bits, so such a column gets a wider type (contract 4.7.8).
 */
import { fitsInt64 } from '../base/int64.ts';
import type { Column, ColumnType } from '../table/table.ts';
import type { ColumnWriter } from './row-pieces.ts';

interface WatchedColumns {
  /** Produce the same text as the given writers, and record what the schema depends on. */
  readonly writers: readonly ColumnWriter[];
  /** Valid only after all rows have been rendered. */
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
    // Readers take a `datetime` apart in their own ways; ISO 8601 as text is the same to all.
    case 'date':
    case 'datetime':
      return 'string';
    default:
      return 'any';
  }
}
