/**
 * The program: `serve`, or one command of the command line. Reads the settings first; a bad one ends it with
 * one clear line.
 */
import { flushCompileCache } from 'node:module';
import { openContext } from './app-context.ts';
import { runCommand, usage } from './cli/run-command.ts';
import { type Config, readConfig } from './config.ts';
import { openLog } from './log.ts';

const stopWithinMs = 30_000;

export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    fail(error);
  }
}

async function run(words: readonly string[]): Promise<void> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
    process.stdout.write(usage());
    return;
  }
  if (words[0] === 'compile') {
    await import('./serve.ts');
    return;
  }
  const config = readConfig(process.env);
  if (words[0] === 'serve') await serve(config);
  else {
    process.exitCode = await runCommand(words, () => openContext(config, openLog('silent')), {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      person: process.stdout.isTTY === true,
    });
  }
}

async function serve(config: Config): Promise<void> {
  // Loaded only here: a command of the command line needs no server.
  const { startService } = await import('./serve.ts');
  const service = await startService(config);
  flushCompileCache();
  if (process.stderr.isTTY) {
    process.stderr.write(
      `Tablecast runs at ${config.baseUrl}\nPublish a file:  npm run -s tablecast -- publish FILE.csv\n`,
    );
  }
  const stop = (): void => {
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    service.stop().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`tablecast: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
