/**
 * The second wall behind `sql-rewrite.ts`: what SQLite asks before it prepares a statement. Only reading of
 * `service_table` and of the statement's own tables, and the allowed functions, are answered yes (4.8 rule 1).
 */
import { constants, type DatabaseSync } from 'node:sqlite';
import { sqlNameMark } from '../../stored-table/sql-names.ts';
import { softWords } from '../language/keywords.ts';
import { foldSqlName } from '../language/tokens.ts';
import { allowedSqlFunctions } from './functions.ts';

const serviceTable = 'service_table';

export class SqlAuthorizer {
  /** The reason of the last no. */
  denial: string | undefined;
  readonly #throughView: boolean;

  /** With `throughView` the table itself may be read only by the view of the same name. */
  constructor(database: DatabaseSync, throughView: boolean) {
    this.#throughView = throughView;
    database.setAuthorizer((action, first, second, schema, view) => {
      const denial = this.#denial(action, first ?? '', second ?? '', schema, view);
      if (denial === undefined) return constants.SQLITE_OK;
      this.denial ??= denial;
      return constants.SQLITE_DENY;
    });
  }

  #denial(
    action: number,
    first: string,
    second: string,
    schema: string | null,
    view: string | null,
  ): string | undefined {
    if (action === constants.SQLITE_SELECT || action === constants.SQLITE_RECURSIVE) return undefined;
    if (action === constants.SQLITE_READ) return this.#readDenial(first, second, schema, view);
    if (action !== constants.SQLITE_FUNCTION) return 'only SELECT statements are allowed';
    return allowedSqlFunctions.has(foldSqlName(second)) ? undefined : `no such function: ${second}`;
  }

  #readDenial(table: string, column: string, schema: string | null, view: string | null): string | undefined {
    if (table !== serviceTable) return isOwnTable(table) ? undefined : `no such table: ${table}`;
    if (column === 'ROWID') return 'no such column: rowid';
    // A count of rows reads no column.
    if (!this.#throughView || column === '' || schema === 'temp' || view === serviceTable) return undefined;
    return `no such table: ${schema}.${table}`;
  }
}

/** A common table expression: its name is marked, or a word of the grammar, of which SQLite names no table. */
function isOwnTable(table: string): boolean {
  return table.endsWith(sqlNameMark) || softWords.has(foldSqlName(table));
}
