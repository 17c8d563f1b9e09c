/** Statements that take their time: one without end, and one of some length. */

export const runawaySql =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c';

/** About a second for two million steps. */
export function slowSql(steps: number): string {
  return `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${steps}) SELECT count(*) AS n FROM c`;
}
