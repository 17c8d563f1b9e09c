/**
 * Called by SQLite for everything that a statement would do, before it is prepared. Only reading
 * `service_table` and the statement's own tables, and the allowed functions, are authorized (contract 4.8.1).
 *
 * SQLite does not ask about the columns of USING. That a join cannot compare columns behind the view is the
 * work of `rewrite.ts`, after which no statement names the schema `main`.
 */
import { constants, type DatabaseSync } from 'node:sqlite';
import { sqlNameMark } from '../../table/stored/sql-names.ts';
import { softWords } from '../language/keywords.ts';
import { foldSqlName } from '../language/tokens.ts';

const serviceTable = 'service_table';

export class SqlAuthorizer {
  /** Why the statement was denied first; to be cleared before the next one. */
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
    return allowedSqlFunctions.has(second) ? undefined : `no such function: ${second}`;
  }

  #readDenial(table: string, column: string, schema: string | null, view: string | null): string | undefined {
    if (table !== serviceTable) return isOwnTable(table) ? undefined : `no such table: ${table}`;
    if (column === 'ROWID') return 'no such column: rowid';
    // A count of rows reads no column.
    if (!this.#throughView || column === '' || schema === 'temp' || view === serviceTable) return undefined;
    return `no such table: ${schema}.${table}`;
  }
}

/** A common table expression: its name is encoded, or is a keyword, which no table of SQLite's has as its name. */
function isOwnTable(table: string): boolean {
  return table.endsWith(sqlNameMark) || softWords.has(foldSqlName(table));
}

/**
 * The functions that a statement may call: they compute a value from their arguments and see nothing of the
 * engine, its build or the machine (contract 4.8.6). Any other is `no such function`.
 */
export const allowedSqlFunctions: ReadonlySet<string> = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count
  cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor
  format glob group_concat hex if ifnull iif instr json json_array json_array_insert json_array_length
  json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch
  json_pretty json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array
  jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch
  jsonb_remove jsonb_replace jsonb_set julianday lag last_value lead length like likelihood likely ln log
  log10 log2 lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank percentile
  percentile_cont percentile_disc pi pow power printf quote radians random randomblob rank replace round
  row_number rtrim sign sin sinh sqrt strftime string_agg substr substring sum tan tanh time timediff total
  trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob -> ->>`.split(/\s+/),
);
