/**
 * What an export uses in addition to the AppContext: access, credits, the record of hits, the SQL sandbox and the cache of rendered
 * answers. Opened once at startup.
 */
import { type AllAccess, openAllAccess } from '../access/endpoint-access.ts';
import type { AppContext } from '../app-context.ts';
import { type ConnectionContext, openConnectionContext } from '../connections/connection-context.ts';
import { finishRefreshes } from '../connections/fresh-token.ts';
import { type Credits, openCredits } from '../ledger/credits.ts';
import { SqlLanes } from '../sql/lanes.ts';
import { openSqlPool, type SqlPool } from '../sql/pool.ts';
import { openScratch, type ScratchFolder } from '../storage/scratch.ts';
import { openRecorder, type UsageRecorder } from '../usage/recorder.ts';
import { RenderedAnswers } from './kept/rendered-answers.ts';
import { RenderedFiles } from './kept/rendered-files.ts';
import { type Budget, openAnswerBudget, openScratchBudget } from './limits/budget.ts';
import { openTurns, type Turns } from './limits/turns.ts';

export interface ExportContext extends ConnectionContext {
  readonly access: AllAccess;
  readonly credits: Credits;
  readonly usage: UsageRecorder;
  readonly sqlPool: SqlPool;
  readonly sqlLanes: SqlLanes;
  readonly rendered: RenderedAnswers;
  readonly renderedFiles: RenderedFiles;
  readonly turns: Turns;
  /** Of memory for answers on their way, and of the scratch folder. */
  readonly answerBudget: Budget;
  readonly scratchBudget: Budget;
  readonly scratch: ScratchFolder;
}

export async function openExportContext(context: AppContext): Promise<ExportContext> {
  const connecting = await openConnectionContext(context);
  const credits = await openCredits(context);
  const scratch = await openScratch(context.config.scratchDir);
  // Every export of this process writes into its own folder.
  const config = { ...context.config, scratchDir: scratch.path };
  return {
    ...connecting,
    config,
    scratch,
    access: openAllAccess(context),
    credits,
    usage: openRecorder(context),
    rendered: new RenderedAnswers(),
    renderedFiles: new RenderedFiles(config.renderedMb * 1024 * 1024),
    turns: openTurns(),
    answerBudget: openAnswerBudget(),
    scratchBudget: openScratchBudget(config.scratchMb),
    sqlLanes: new SqlLanes(),
    sqlPool: openSqlPool({
      processes: config.sqlProcesses,
      timeLimitMs: config.sqlTimeLimitMs,
      memoryLimitMb: config.sqlMemoryLimitMb,
      scratchFolder: config.scratchDir,
    }),
  };
}

export async function closeExportContext(context: ExportContext): Promise<void> {
  await context.sqlPool.close();
  await context.usage.close();
  await context.credits.close();
  await finishRefreshes(context);
  await context.scratch[Symbol.asyncDispose]();
}
