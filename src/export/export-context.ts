/** What an export uses besides the AppContext: access, credits, the SQL sandbox and kept
 * answers, opened once at the start. */
import { mkdir } from 'node:fs/promises';
import { endpointAccess, type OpenAccess, proxyAccess } from '../access/endpoint-access.ts';
import type { AppContext } from '../app-context.ts';
import { type Credits, openCredits } from '../plans/credits.ts';
import { openSqlPool, type SqlPool } from '../transform/sql-pool.ts';
import { RenderedAnswers } from './rendered-answers.ts';

export interface ExportContext extends AppContext {
  readonly access: { readonly direct: OpenAccess; readonly proxy: OpenAccess };
  readonly credits: Credits;
  readonly sqlPool: SqlPool;
  readonly rendered: RenderedAnswers;
}

export async function openExportContext(context: AppContext): Promise<ExportContext> {
  const { config } = context;
  await mkdir(config.scratchDir, { recursive: true });
  return {
    ...context,
    access: { direct: endpointAccess(context), proxy: proxyAccess(context) },
    credits: await openCredits(context),
    rendered: new RenderedAnswers(),
    sqlPool: openSqlPool({
      processes: config.sqlProcesses,
      timeLimitMs: config.sqlTimeLimitMs,
      memoryLimitMb: config.sqlMemoryLimitMb,
      scratchFolder: config.scratchDir,
    }),
  };
}

export async function closeExportContext({ credits, sqlPool }: ExportContext): Promise<void> {
  await sqlPool.close();
  await credits.close();
}
