/**
 * The npm package as a user gets it: packed by `npm pack`, installed into an empty folder by somebody whose HOME is
 * empty, and run by its command (decision 058).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from './support/free-port.ts';
import { endWithThisProcess, projectFolder } from './support/service-process.ts';

const execute = promisify(execFile);
const path = process.env['PATH'] ?? '';
const withinMs = 600_000;

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-package-'));
  await mkdir(join(folder, 'home'));
  await execute('npm', ['pack', '--pack-destination', folder], { cwd: projectFolder });
  [tarball = ''] = globSync(join(folder, '*.tgz'));
}, withinMs);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** A user who has nothing but a way to the registry, and the Node that is wanted. */
async function userEnvironment(): Promise<Record<string, string>> {
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], { cwd: projectFolder });
  const network = ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(network),
    HOME: join(folder, 'home'),
    PATH: [dirname(process.execPath), path].join(delimiter),
    npm_config_registry: stdout.trim(),
  };
}

/** Node that takes itself for another version. */
const nodeOfVersion = (version: string): string[] => [
  `--import=data:text/javascript,Object.defineProperty(process, 'version', { value: '${version}' })`,
];

describe('npm pack', () => {
  it('makes at most 15 MB of built JavaScript, dashboard and documentation, and nothing that must be built', async () => {
    expect(statSync(tarball).size).toBeLessThan(15_000_000);
    const { stdout } = await execute('tar', ['-tzf', tarball], { maxBuffer: 2 ** 24 });
    const files = stdout.trim().split('\n');
    const places = new Set(files.map((file) => /^package\/(?:docs\/|dashboard\/)?[^/]+/.exec(file)?.[0]));
    expect([...places].toSorted()).toEqual(
      [
        'LICENSE',
        'README.md',
        'bin',
        'dashboard/dist',
        'dist',
        'docs/guide',
        'docs/reference',
        'docs/screenshots',
        'package.json',
      ].map((name) => `package/${name}`),
    );
    expect(files).toContain('package/dashboard/dist/index.html');
    expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
  });

  it('leaves the checkout as it was', () => {
    expect(existsSync(join(projectFolder, 'dist'))).toBe(false);
  });
});

describe('npm install --global', () => {
  let environment: Record<string, string>;
  let command: string;
  beforeAll(async () => {
    environment = {
      ...(await userEnvironment()),
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
    };
    const prefix = join(folder, 'installed');
    await execute('npm', ['install', '--global', '--prefix', prefix, tarball], {
      cwd: folder,
      env: environment,
    });
    command = join(prefix, 'bin', 'tablecast');
  }, withinMs);

  const run = (words: readonly string[]) => execute(command, words, { cwd: folder, env: environment });

  it('gives the command `tablecast`, which publishes a file and serves it', async () => {
    const csv = 'Order,Amount\n1001,120.50\n1002,80\n';
    await writeFile(join(folder, 'orders.csv'), csv);
    const { stdout } = await run(['publish', 'orders.csv']);
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(stdout));
    const url = `http://127.0.0.1:${environment['PORT']}`;
    await using _service = await serving(command, [], { ...environment, STOP_GRACE_MS: '0' });
    const text = async (address: string): Promise<string> => (await fetch(`${url}/${address}`)).text();
    expect(await text(id)).toBe(csv);
    expect(await text(`${id}?sql=SELECT+SUM(Amount)+AS+total+FROM+service_table`)).toBe('total\n200.5\n');
    expect(await text(`${id}?type=dynamic_table`)).toContain('<table');
    expect(await text('app/')).toContain('<script type="module"');
    expect(await text('docs')).toContain('<h1');
    expect(await text('docs/commands')).toContain('tablecast publish FILE');
  });
});

describe('the command on an older Node', () => {
  const script = join(projectFolder, 'bin/tablecast.mjs');

  it('runs on the Node that was installed with it, and hands on signals and the exit status', async () => {
    const environment = {
      PATH: path,
      DATA_DIR: join(folder, 'older'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      STOP_GRACE_MS: '0',
    };
    const old = [...nodeOfVersion('v20.20.2'), script];
    await expect(execute(process.execPath, [...old, 'publsh'], { env: environment })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no command "publsh"'),
    });
    const service = await serving(process.execPath, old, environment);
    service.child.kill('SIGTERM');
    expect(await service.status()).toBe(0);
    await expect(fetch(`http://127.0.0.1:${environment.PORT}/`)).rejects.toThrow();
  });

  it('says in one sentence what to install, where the package `node` is not there', async () => {
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    await execute('tar', ['-xzf', tarball, '-C', unpacked]);
    const words = [...nodeOfVersion('v18.19.0'), join(unpacked, 'package/bin/tablecast.mjs'), '--help'];
    await expect(execute(process.execPath, words, { env: { PATH: path } })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'Tablecast needs Node 26 or newer, and this is Node 18.19.0: install it from https://nodejs.org/en/download and try again.\n',
    });
  });

  it('wants the Node that is named in package.json', async () => {
    const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
    const { optionalDependencies } = z
      .object({ optionalDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(text));
    expect(process.version).toBe(`v${optionalDependencies.node}`);
  });
});

interface Serving extends AsyncDisposable {
  readonly child: ChildProcess;
  status(): Promise<number | null>;
}

/** Up to its first answer. */
async function serving(
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Serving> {
  const child = spawn(file, [...words, 'serve'], { cwd: folder, env: environment, stdio: 'ignore' });
  const ended = endWithThisProcess(child);
  await expect
    .poll(
      async () => (await fetch(`http://127.0.0.1:${environment['PORT']}/`).catch(() => undefined))?.status,
      {
        timeout: 60_000,
      },
    )
    .toBe(200);
  const status = async (): Promise<number | null> => {
    await ended;
    return child.exitCode;
  };
  return {
    child,
    status,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await status();
    },
  };
}
