/**
 * The environment shared by the measurements: a temporary folder with the tables, each published under two owners,
 * one with a finite number of credits (the case that decides) and one without a limit. Created on first use.
 */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  runServiceCommand,
  type ServiceProcess,
  startServiceProcess,
} from '../tests/support/service-process.ts';
import { smallTable, writeBenchTable } from './bench-table.ts';

export interface Published {
  /** Path under the service's address. */
  readonly path: string;
  /** The CSV file that was published. */
  readonly file: string;
  /** The folder in which the service stores it. */
  readonly storedIn: string;
}

export type Owner = 'metered' | 'unlimited';

/** `small`, or the number of rows of the large table. */
export type TableSize = 'small' | number;

export const largeRows = 1_000_000;

const meteredOwner = 'metered@bench.example';

export class BenchWorld implements AsyncDisposable {
  readonly folder: string;
  readonly dataDir: string;
  /** Number of times that a measurement alternates between subject and baseline. */
  readonly rounds: number;
  readonly quick: boolean;
  readonly #nodeOptions: readonly string[];
  readonly #files = new Map<TableSize, Promise<string>>();
  readonly #published = new Map<string, Promise<Published>>();

  static async open(options: { quick: boolean; profileFolder: string | undefined }): Promise<BenchWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'tablecast-bench-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const world = new BenchWorld(folder, options.quick, profiling(options.profileFolder));
    await mkdir(world.dataDir);
    const credits = ['--plan', 'custom', '--credits', '500000000'];
    await runServiceCommand(world.dataDir, 'account', 'create', meteredOwner, ...credits);
    return world;
  }

  private constructor(folder: string, quick: boolean, nodeOptions: readonly string[]) {
    this.folder = folder;
    this.dataDir = join(folder, 'data');
    this.quick = quick;
    this.rounds = quick ? 3 : 5;
    this.#nodeOptions = nodeOptions;
  }

  startService(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    return startServiceProcess(this.dataDir, this.#nodeOptions, settings);
  }

  /** One that renders every body anew. */
  startServiceWithoutRenderings(): Promise<ServiceProcess> {
    return this.startService({ RENDERED_MB: '0' });
  }

  file(size: TableSize): Promise<string> {
    return memoized(this.#files, size, () => this.#writeFile(size));
  }

  published(size: TableSize, owner: Owner = 'metered'): Promise<Published> {
    return memoized(this.#published, `${size} ${owner}`, async () =>
      this.publish(await this.file(size), owner),
    );
  }

  async publish(file: string, owner: Owner): Promise<Published> {
    const known = new Set(await this.#uploads());
    const options = owner === 'metered' ? ['--owner', meteredOwner] : [];
    const { id } = await runServiceCommand(this.dataDir, 'publish', file, ...options);
    const added = (await this.#uploads()).find((name) => !known.has(name)) ?? '';
    return { path: `/${id}`, file, storedIn: join(this.dataDir, 'uploads', added) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #writeFile(size: TableSize): Promise<string> {
    const file = join(this.folder, `table-${size}.csv`);
    if (size === 'small') await writeFile(file, smallTable());
    else await writeBenchTable(file, size);
    return file;
  }

  #uploads(): Promise<string[]> {
    return readdir(join(this.dataDir, 'uploads')).catch(() => []);
  }
}

function profiling(folder: string | undefined): string[] {
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

function memoized<Key, Value>(
  cache: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
