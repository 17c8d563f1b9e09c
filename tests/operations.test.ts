/**
 * docs/operations.md holds: its commands work as they stand, the unit is one, and every log line and metric is
 * explained. Only paths differ, and root's own programs (`sudo`, `runuser`, `chown`, `systemctl`) have stand-ins.
 */
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openMetrics } from '../src/http/metrics.ts';
import { freePort } from './support/free-port.ts';
import { operationsPage, rowsUnder, testedBlocks } from './support/operations-page.ts';
import { type ServingProgram, serveProgram } from './support/program.ts';
import { startTestService } from './support/service.ts';
import { projectFolder } from './support/service-process.ts';

const deployed = (name: string): string => readFileSync(join(projectFolder, 'deploy', name), 'utf8');

describe('the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablecast-operations-'));
  const baseUrl = 'https://tables.example.com/two words#';
  const token = 'a-token-of-an-endpoint';
  const table = 'name,age\nAnn,41\nBo,7\n';
  let service: ServingProgram;
  let environment: Record<string, string>;

  const placed = (text: string): string =>
    text
      .replaceAll('/srv/tablecast', projectFolder.replace(/\/$/, ''))
      .replaceAll('/etc/tablecast', join(folder, 'etc'))
      .replaceAll('/var/lib/tablecast', join(folder, 'state'))
      .replaceAll('/var/backups/tablecast', join(folder, 'backups'));

  async function shell(line: string, more: Record<string, string> = {}): Promise<string> {
    const path = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
    const { stdout } = await promisify(execFile)('sh', ['-ec', placed(line)], {
      env: { ...more, PATH: path },
      cwd: folder,
    });
    return stdout;
  }

  async function runBlock(heading: string): Promise<string[]> {
    const printed: string[] = [];
    for (const line of testedBlocks().get(heading) ?? []) {
      if (line === 'sudo systemctl stop tablecast') await stop();
      else if (line === 'sudo systemctl start tablecast') service = await serveProgram(environment);
      else printed.push(await shell(line));
    }
    return printed;
  }

  async function stop(): Promise<void> {
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  }

  async function standIn(name: string, script: string): Promise<void> {
    await writeFile(join(folder, 'bin', name), script, { mode: 0o755 });
  }

  beforeAll(async () => {
    for (const name of ['bin', 'etc', 'state', 'backups']) await mkdir(join(folder, name), { mode: 0o700 });
    await standIn('tablecast', placed(deployed('tablecast')));
    await standIn('sudo', '#!/bin/sh\nexec "$@"\n');
    await standIn('runuser', '#!/bin/sh\n[ "$1 $2 $3" = "-u tablecast --" ] || exit 9\nshift 3\nexec "$@"\n');
    await standIn('chown', '#!/bin/sh\n');
    const settings = placed(deployed('tablecast.env'))
      .replace(/^BASE_URL=.*$/m, `BASE_URL='${baseUrl}'`)
      .replace(/^PORT=.*$/m, `PORT=${await freePort()}`)
      .replace(/^METRICS_PORT=.*$/m, `METRICS_PORT=${await freePort()}`);
    await writeFile(join(folder, 'etc/tablecast.env'), settings);
    environment = z.record(z.string(), z.string()).parse(parseEnv(settings));
    service = await serveProgram(environment);
    await writeFile(join(folder, 'people.csv'), table);
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  it('are all run here, or by the restore drill', () => {
    const drilled = ['Backup of PostgreSQL', 'Restore of PostgreSQL'];
    const here = ['Commands beside the unit', 'Backup', 'Restore'];
    expect([...testedBlocks().keys()].toSorted()).toEqual([...here, ...drilled].toSorted());
  });

  it('run beside the unit with its settings only, and leave files for its user alone', async () => {
    const [created, shown] = await runBlock('Commands beside the unit');
    expect(created).toContain('ada@example.com');
    expect(shown).toBe(created);
    const published = await shell('sudo tablecast publish people.csv', {
      BASE_URL: 'http://elsewhere.example.com',
      DATA_DIR: join(folder, 'elsewhere'),
    });
    expect(published).toContain(`"url":"${baseUrl}/`);
    const files = globSync(join(folder, 'state/uploads/{*,*/*}'));
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
  });

  it('make a backup, and restore it: the same data, tokens and accounts', async () => {
    const words = `sudo tablecast publish people.csv --owner ada@example.com --token ${token}`;
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(await shell(words)));
    await runBlock('Backup');
    await shell(`sudo tablecast endpoint delete ${id}`);
    expect((await fetch(`${service.url}/${id}`)).status).toBe(404);
    await runBlock('Restore');
    expect((await fetch(`${service.url}/${id}`)).status).toBe(401);
    const answer = await fetch(`${service.url}/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.text()]).toEqual([200, table]);
    expect(await shell('sudo tablecast account show ada@example.com')).toContain('"credits":99');
  });
});

describe('deploy/tablecast.service', () => {
  const unit = deployed('tablecast.service');
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

  it('is a unit: sections and settings, each once', () => {
    const lines = unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Unit]', '[Service]', '[Install]']);
    expect(lines.filter((line) => !line.startsWith('[')).length).toBe(settings.size);
  });

  it('is taken by systemd, where that is installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablecast-unit-'));
    const file = join(folder, 'tablecast.service');
    await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const script = 'command -v systemd-analyze >/dev/null || exit 0; exec systemd-analyze verify "$0" 2>&1';
    expect(execFileSync('sh', ['-c', script, file], { encoding: 'utf8' })).toBe('');
    await rm(folder, { recursive: true });
  });

  it('keeps state and settings where the commands look for them', () => {
    expect(settings.get('UMask')).toBe('0077');
    expect(deployed('tablecast')).toContain(`--env-file=${settings.get('EnvironmentFile')} `);
    expect(deployed('tablecast')).toContain(`runuser -u ${settings.get('User')} `);
    expect(deployed('tablecast.env')).toContain(`DATA_DIR=/var/lib/${settings.get('StateDirectory')}\n`);
  });

  it('has every line that the page explains', () => {
    for (const [, name = ''] of operationsPage.matchAll(/^\| `(\w+)[^|]*\| .*$/gm)) {
      if (/^[A-Z][a-z]+[A-Z]\w+$/.test(name)) expect([...settings.keys()]).toContain(name);
    }
  });
});

describe('logs and metrics', () => {
  it('every log line of the program is explained, and none that is not there', () => {
    const calls = globSync('src/**/*.ts', { cwd: projectFolder })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => logCalls(readFileSync(join(projectFolder, file), 'utf8')));
    const explained = rowsUnder('Logs').map(([level, message]) => `${level} ${message}`);
    expect(explained.toSorted()).toEqual([...new Set(calls)].toSorted());
  });

  it('every metric is explained, by its name or by its beginning', async () => {
    const names = [...(await openMetrics().text()).matchAll(/^# HELP (\w+)/gm)].map(([, name = '']) => name);
    const explained = rowsUnder('Metrics').map(([name = '']) => name);
    const isExplained = (name: string): boolean =>
      explained.some(
        (known) => known === name || (known.endsWith('*') && name.startsWith(known.slice(0, -1))),
      );
    expect(names.filter((name) => !isExplained(name))).toEqual([]);
    const named = [...operationsPage.matchAll(/`((?:tablecast|process|nodejs)_\w+)`/g)];
    expect(named.map(([, name]) => name).filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  it('every field of an `request completed` line is explained', async () => {
    const logLines: string[] = [];
    await using service = await startTestService({ logLines });
    await service.get(await service.publish('a\n1\n'));
    await service.get('0123456789012345678901');
    await expect.poll(() => logLines.filter((line) => line.includes('"request completed"')).length).toBe(2);
    const explained = /^Fields of `request completed`: (.*)$/m.exec(operationsPage)?.[1] ?? '';
    const common = ['level', 'time', 'msg', 'pid', 'hostname'];
    for (const line of logLines.filter((text) => text.includes('"request completed"'))) {
      const fields = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
      for (const field of fields.filter((name) => !common.includes(name))) {
        expect(explained).toContain(`\`${field}\``);
      }
    }
  });
});

/** `level message` of each call; the message is the last text in its brackets. */
function logCalls(text: string): string[] {
  return [...text.matchAll(/\blog\??\.(trace|debug|info|warn|error|fatal)\(/g)].map((call) => {
    const inside = text.slice(call.index + call[0].length).split(/\);|\)\)|\)$/m)[0] ?? '';
    return `${call[1]} ${[...inside.matchAll(/'([^']*)'/g)].at(-1)?.[1]}`;
  });
}
