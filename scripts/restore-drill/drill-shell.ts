/**
 * Runs the shell blocks of docs/operations.md that make a backup and restore it, line by line: only paths differ,
 * and root's own programs have stand-ins. Lines that stop or start the service are left to the drill.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { testedBlocks } from '../../tests/support/operations-page.ts';
import { mainFile } from '../../tests/support/service-process.ts';

export interface DrillShell {
  /** Where the service under drill keeps its state. */
  readonly dataDir: string;
  /** Runs the block under a heading with these settings. */
  run(heading: string, environment: Readonly<Record<string, string>>, service: ServiceSwitch): Promise<void>;
}

export interface ServiceSwitch {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `tools` is a folder of programs that go before those of the machine. */
export async function openDrillShell(folder: string, tools: string): Promise<DrillShell> {
  const programs = join(folder, 'bin');
  const dataDir = join(folder, 'state');
  for (const name of [programs, dataDir, join(folder, 'backups')]) await mkdir(name, { mode: 0o700 });
  const standIns = {
    sudo: 'exec "$@"',
    chown: ':',
    tablecast: `exec '${process.execPath}' '${mainFile}' "$@"`,
  };
  for (const [name, line] of Object.entries(standIns)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  const path = [programs, tools, process.env['PATH']].filter(Boolean).join(delimiter);
  const placed = (line: string): string =>
    line
      .replaceAll('/var/lib/tablecast', dataDir)
      .replaceAll('/var/backups/tablecast', join(folder, 'backups'));
  return {
    dataDir,
    run: async (heading, environment, service) => {
      const lines = testedBlocks().get(heading);
      if (lines === undefined) throw new Error(`docs/operations.md has no tested block under "${heading}"`);
      for (const line of lines) {
        if (line === 'sudo systemctl stop tablecast') await service.stop();
        else if (line === 'sudo systemctl start tablecast') await service.start();
        else await promisify(execFile)('sh', ['-ec', placed(line)], { env: { ...environment, PATH: path } });
      }
    },
  };
}
