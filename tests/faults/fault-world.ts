/**
 * Where faults happen: replicas of the service as real processes on one folder and one database, the command line
 * beside them, and a look at their state that goes past every fault.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../src/storage/database/database.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { isRunning, signalTree } from '../support/process-signals.ts';
import {
  endWithThisProcess,
  mainFile,
  projectFolder,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface WorldOptions {
  /** Without it the state is in a file of SQLite. */
  readonly databaseUrl?: string;
  /** Of the service alone, not of commands: an address through a proxy, for one. */
  readonly serviceSettings?: Readonly<Record<string, string>>;
  /** Of commands, too. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Made and removed by the caller. */
  readonly dataDir?: string;
}

/** A command under way, which may be killed. */
export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string }>;
}

const answerShape = z.record(z.string(), z.unknown());

export class FaultWorld implements AsyncDisposable {
  readonly folder: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly replicas: ServiceProcess[] = [];
  readonly #settings: Readonly<Record<string, string>>;
  readonly #serviceSettings: Readonly<Record<string, string>>;
  readonly #removeAtExit = (): void => rmSync(this.folder, { recursive: true, force: true });

  static async open(options: WorldOptions = {}): Promise<FaultWorld> {
    const folder = await mkdtemp(join(temporaryFolder(), 'tablecast-faults-'));
    const world = new FaultWorld(folder, options);
    await mkdir(world.dataDir, { recursive: true });
    return world;
  }

  private constructor(folder: string, options: WorldOptions) {
    this.folder = folder;
    process.once('exit', this.#removeAtExit);
    this.dataDir = options.dataDir ?? join(folder, 'data');
    this.databaseUrl = options.databaseUrl ?? `sqlite:${join(this.dataDir, 'tablecast.sqlite')}`;
    this.#settings = {
      DATABASE_URL: this.databaseUrl,
      SECRET_KEY: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'warn',
      // Vitest has a variable of this name.
      BASE_URL: '',
      ...options.settings,
    };
    this.#serviceSettings = options.serviceSettings ?? {};
  }

  async startReplica(): Promise<ServiceProcess> {
    const settings = { ...this.#settings, ...this.#serviceSettings };
    const replica = await startServiceProcess(this.dataDir, [], settings);
    this.replicas.push(replica);
    return replica;
  }

  /** SIGKILL, to its SQL processes too; resolves when it has ended. */
  async killReplica(replica: ServiceProcess): Promise<void> {
    signalTree(replica.pid, 'SIGKILL');
    this.replicas.splice(this.replicas.indexOf(replica), 1);
    await replica[Symbol.asyncDispose]();
  }

  /** Starts a new one for each that has ended by itself; returns how many. */
  async replaceEnded(): Promise<number> {
    const ended = this.replicas.filter(({ pid }) => !isRunning(pid));
    for (const replica of ended) {
      await this.killReplica(replica);
      await this.startReplica();
    }
    return ended.length;
  }

  urls(): string[] {
    return this.replicas.map(({ url }) => url);
  }

  async command(...words: readonly string[]): Promise<z.infer<typeof answerShape>> {
    const { stdout } = await promisify(execFile)(process.execPath, [mainFile, ...words, '--json'], {
      cwd: projectFolder,
      env: this.#commandEnvironment(),
    });
    return answerShape.parse(JSON.parse(stdout));
  }

  startCommand(...words: readonly string[]): StartedCommand {
    const child = spawn(process.execPath, [mainFile, ...words, '--json'], {
      cwd: projectFolder,
      env: this.#commandEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ending = endWithThisProcess(child);
    const ended = Promise.all([text(child.stdout), ending]).then(([stdout]) => ({
      status: child.exitCode,
      stdout,
    }));
    return { child, ended };
  }

  /** The path of a new file. */
  async file(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** By a connection of its own, so that what a fault has done to another does not matter. */
  async look<T>(at: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(this.databaseUrl);
    try {
      return await at(database);
    } finally {
      await database.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { pid } of this.replicas) signalTree(pid, 'SIGKILL');
    await Promise.all(this.replicas.map((replica) => replica[Symbol.asyncDispose]()));
    process.off('exit', this.#removeAtExit);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #commandEnvironment(): NodeJS.ProcessEnv {
    return { ...process.env, ...this.#settings, DATA_DIR: this.dataDir };
  }
}

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A CSV of about this many bytes, different for every `mark`. */
export function csvOf(mark: string, bytes: number): string {
  const row = `${mark},some words in a cell,`;
  const rows = Math.max(1, Math.round(bytes / (row.length + 8)));
  return `mark,words,number\n${Array.from({ length: rows }, (_, at) => `${row}${at}\n`).join('')}`;
}
