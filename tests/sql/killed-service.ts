/**
 * A service that runs an endless statement until it is killed; says so when the statement has begun.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openSqlPool } from '../../src/sql/pool.ts';
import { runSql } from '../../src/sql/run-sql.ts';
import { tableOf } from './sql-cast.ts';

const scratchFolder = join(process.argv[2] ?? '', 'killed');
mkdirSync(scratchFolder);
const pool = openSqlPool({ timeLimitMs: 60_000, memoryLimitMb: 128, scratchFolder });
const table = tableOf([['id', 'integer']], [[1]]);
const run = { pool, scratchFolder, endpoint: 'a', owner: 'a' };
await runSql(table, 'SELECT 1', run);
const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';
void runSql(table, endless, run);
await setTimeout(300);
process.stdout.write('begun\n');
