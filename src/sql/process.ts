/**
 * One SQL process as the service sees it: started with a limit on its memory and an empty environment, given
 * one job at a time, ended when the job takes too long (contract 4.8.7).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { withinLimits } from '../base/operating-system.ts';
import { FrameReader, frame } from './language/frames.ts';
import { decodeReply, forgetWord, type SqlJob, type SqlReply } from './language/wire.ts';

export interface SqlProcessOptions {
  readonly node: string;
  readonly workingFolder: string;
  readonly memoryLimitMb: number;
  /** Where SQLite sorts what is too much for its cache. */
  readonly sortFolder: string;
}

/** The process ended before it replied. */
export class SqlProcessEnded extends Error {
  override readonly name = 'SqlProcessEnded';
}

const childFile = fileURLToPath(new URL('./sandbox/child.ts', import.meta.url));
const compiledFolder = fileURLToPath(new URL('../../node_modules/.cache/tablecast-sql', import.meta.url));

/** Address space that V8 reserves for code: the limit counts all of it, though little is used. */
const codeRangeMb = process.arch === 'x64' ? 512 : 128;
/** Node's own program and libraries: part of the resident size, but not of the limit. */
const programMb = 56;
const smallestDataMb = 96;

export class SqlProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #frames = new FrameReader();
  #pending: PromiseWithResolvers<SqlReply>;
  #ended = false;
  /** Of the process itself, known when it is ready. */
  pid = 0;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;

  constructor(options: SqlProcessOptions) {
    const { child, input, output } = start(options);
    this.#child = child;
    this.#input = input;
    this.#pending = Promise.withResolvers<SqlReply>();
    this.ready = this.#pending.promise.then((reply) => {
      if (reply.kind === 'ready') this.pid = reply.pid;
    });
    output.on('data', (chunk: Buffer) => this.#receive(chunk));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    // The output closes when the process is gone and can write no more.
    output.on('close', resolve);
    for (const source of [output, input, child]) source.on('close', this.end).on('error', this.end);
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  run(job: SqlJob): Promise<SqlReply> {
    this.#pending = Promise.withResolvers<SqlReply>();
    if (this.#ended) this.#pending.reject(new SqlProcessEnded());
    else this.#input.write(frame(JSON.stringify(job)));
    return this.#pending.promise;
  }

  /** Has it close its databases. */
  forget(): void {
    if (!this.#ended) this.#input.write(frame(forgetWord));
  }

  readonly end = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    killGroup(this.#child);
    this.#child.stdio[0]?.destroy();
    this.#child.stdio[3]?.destroy();
    this.#pending.reject(new SqlProcessEnded());
  };

  #receive(chunk: Buffer): void {
    try {
      this.#frames.push(chunk);
      const next = this.#frames.next();
      if (next) this.#pending.resolve(decodeReply(next));
    } catch (error) {
      this.#pending.reject(error);
      this.end();
    }
  }
}

/** Compiles the modules of the processes, so that those started later are small and quick to start. */
export function compileSqlModules(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = spawn(process.execPath, [childFile, '0', 'compile'], {
    env: { NODE_COMPILE_CACHE: compiledFolder },
    stdio: 'ignore',
  });
  child.on('exit', () => resolve()).on('error', () => resolve());
  return promise;
}

function start(options: SqlProcessOptions): { child: ChildProcess; input: Writable; output: Readable } {
  const dataKb = 1024 * (codeRangeMb + dataMb(options.memoryLimitMb));
  // Half more than a result may have, because its size is checked after each piece.
  const fileBlocks = 1.5 * 2048 * options.memoryLimitMb;
  const [shell, shellArguments] = withinLimits({ dataKb, fileBlocks }, [
    options.node,
    ...nodeArguments(options),
  ]);
  const child = spawn(shell, shellArguments, {
    cwd: options.workingFolder,
    env: environment(options),
    // A group of its own, so that shell and process are ended together.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  child.unref();
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the SQL process has no pipes');
  return { child, input: stdin, output: stdout };
}

function dataMb(memoryLimitMb: number): number {
  return Math.max(smallestDataMb, Math.floor(1.25 * memoryLimitMb) - programMb);
}

function nodeArguments({ memoryLimitMb }: SqlProcessOptions): string[] {
  return [
    '--v8-pool-size=0',
    '--max-semi-space-size=4',
    `--max-old-space-size=${Math.max(48, Math.floor(memoryLimitMb / 2))}`,
    '--disable-warning=ExperimentalWarning',
    childFile,
    String(memoryLimitMb),
  ];
}

function environment({ sortFolder }: SqlProcessOptions): Record<string, string> {
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    SQLITE_TMPDIR: sortFolder,
    UV_THREADPOOL_SIZE: '1',
    MALLOC_ARENA_MAX: '1',
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
