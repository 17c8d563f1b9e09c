/**
 * Uploads in a bucket, an object for each file below `PREFIX/<id>/`, the description of the table last: where that is
 * missing, the upload is not whole. Each process reads local copies (contract 1.3.13).
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { abortable } from '../../base/abortable.ts';
import { idPattern, randomId } from '../../base/random-id.ts';
import { rememberedSuccess } from '../../base/remembered-success.ts';
import type { Config } from '../../config/config.ts';
import type { BucketAddress } from '../../config/setting-checks.ts';
import { descriptionFile, isTableFile } from '../../table/stored/table-layout.ts';
import { lockFolder } from '../folder-lock.ts';
import { openScratch } from '../scratch.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { UploadCopies, wholeBytes } from './upload-copies.ts';
import type { BegunUpload, OpenUpload, UploadStore, Waiting } from './upload-store.ts';

const megabyte = 1024 * 1024;
const checkWithinMs = 10_000;
const description = basename(descriptionFile(''));

export function openBucketUploads(
  config: Config,
  address: BucketAddress,
  log: Logger,
  isService: boolean,
): UploadStore {
  return new BucketUploads(config, address, log, isService);
}

class BucketUploads implements UploadStore {
  readonly name: string;
  readonly #config: Config;
  readonly #address: BucketAddress;
  readonly #log: Logger;
  readonly #isService: boolean;
  readonly #opened = new AsyncDisposableStack();
  readonly #closing = new AbortController();
  readonly #openBucket = rememberedSuccess(() => this.#loadBucket());
  readonly #openCopies = rememberedSuccess(() => this.#findCopies());
  /** The same without waiting, for the hits of each day. */
  #ready: UploadCopies | undefined;

  constructor(config: Config, address: BucketAddress, log: Logger, isService: boolean) {
    this.name = `s3://${address.bucket}/${address.prefix}`;
    this.#config = config;
    this.#address = address;
    this.#log = log;
    this.#isService = isService;
  }

  async begin(id: string): Promise<BegunUpload> {
    const { folder: parent } = await this.#openCopies();
    const folder = join(parent, `beginning-${id}`);
    await mkdir(folder);
    return {
      folder,
      commit: () => this.#commit(id, folder),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    };
  }

  async open(id: string, waiting: Waiting): Promise<OpenUpload> {
    const copies = this.#ready ?? (await this.#openCopies());
    const held = copies.hold(id);
    if (held) return held;
    await abortable(this.#fetch(copies, id), waiting.signal);
    const fetched = copies.hold(id);
    if (!fetched) throw new Error('the local copy was removed at once');
    return fetched;
  }

  async copy(id: string, target: string): Promise<boolean> {
    const bucket = await this.#openBucket();
    const objects = await bucket.list(this.#prefixOf(id));
    if (!objects.some(isDescription)) return false;
    await getAll(bucket, objects, target, AbortSignal.timeout(this.#config.sourceTimeLimitMs));
    return true;
  }

  async remove(id: string): Promise<void> {
    this.#ready?.drop(id);
    const bucket = await this.#openBucket();
    const prefix = this.#prefixOf(id);
    await bucket.removeParts(prefix);
    const objects = await bucket.list(prefix);
    // Without its description it is not whole, whatever happens next.
    for (const { key } of [...objects.filter(isDescription), ...objects.filter(isOther)]) {
      await bucket.remove(key);
    }
  }

  async list(): Promise<string[]> {
    const bucket = await this.#openBucket();
    return (await bucket.folders(this.#address.prefix)).filter((name) => idPattern.test(name));
  }

  /** What a process leaves on the disk is in scratch, or goes when the copies are opened. */
  async sweep(): Promise<void> {}

  async localFolder(): Promise<string> {
    return (await this.#openCopies()).folder;
  }

  async check(): Promise<void> {
    const bucket = await this.#openBucket();
    const { BucketError, missingPermission, settingToCorrect } = await import('./bucket-failure.ts');
    const trial = `${this.#address.prefix}trial-${randomId()}`;
    const signal = AbortSignal.timeout(checkWithinMs);
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      's3:PutObject': () => bucket.put(trial, Buffer.from('trial'), signal),
      's3:GetObject': () => bucket.get(trial, signal),
      's3:ListBucket': () => bucket.list(trial, signal),
      's3:ListBucketMultipartUploads': () => bucket.removeParts(trial, signal),
      's3:DeleteObject': () => bucket.remove(trial, signal),
    };
    for (const [action, step] of Object.entries(steps)) {
      try {
        await step();
      } catch (error) {
        if (!(error instanceof BucketError)) throw error;
        if (error.mayPass) {
          this.#log.warn({ err: error }, 'the uploads bucket is unreachable');
          return;
        }
        await bucket.remove(trial, signal).catch(() => {});
        const denied = error.code === 'AccessDenied';
        throw new Error(denied ? missingPermission(this.name, action) : settingToCorrect(error, this.name));
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#opened.disposeAsync();
  }

  async #commit(id: string, folder: string): Promise<void> {
    const bytes = (await wholeBytes(folder)) ?? 0;
    if (bytes > this.#config.uploadsCacheMb * megabyte) {
      throw new Error(
        `The table needs ${Math.ceil(bytes / megabyte)} MB, which is more than UPLOADS_CACHE_MB: it could not be served.`,
      );
    }
    const bucket = await this.#openBucket();
    try {
      const names = (await readdir(folder)).filter(isTableFile);
      for (const name of [...names.filter((each) => each !== description), description]) {
        await bucket.putFile(`${this.#prefixOf(id)}${name}`, join(folder, name));
      }
    } catch (error) {
      throw await this.#explained(error);
    }
    await (await this.#openCopies()).adopt(id, folder, bytes);
  }

  async #explained(error: unknown): Promise<unknown> {
    const { BucketError, settingToCorrect } = await import('./bucket-failure.ts');
    if (!(error instanceof BucketError)) return error;
    const what = error.mayPass
      ? 'Publish the file again when the store answers.'
      : settingToCorrect(error, this.name);
    return new Error(`The file could not be stored in ${this.name}: ${error.message}. ${what}`);
  }

  #fetch(copies: UploadCopies, id: string): Promise<void> {
    const signal = AbortSignal.any([
      AbortSignal.timeout(this.#config.sourceTimeLimitMs),
      this.#closing.signal,
    ]);
    let objects: StoredObject[] = [];
    return copies.fetch(id, {
      size: async () => {
        objects = await (await this.#openBucket()).list(this.#prefixOf(id), signal);
        if (!objects.some(isDescription)) throw new Error(`the upload is not whole in ${this.name}`);
        return objects.reduce((sum, { bytes }) => sum + bytes, 0);
      },
      into: async (folder) => getAll(await this.#openBucket(), objects, folder, signal),
    });
  }

  #prefixOf(id: string): string {
    return `${this.#address.prefix}${id}/`;
  }

  /** Loaded with the first use: a command that needs no upload does without it. */
  async #loadBucket(): Promise<Bucket> {
    const { Bucket: Client } = await import('./bucket.ts');
    const bucket = new Client(this.#config, this.#address);
    this.#opened.defer(() => bucket.close());
    return bucket;
  }

  async #findCopies(): Promise<UploadCopies> {
    const folder =
      (await this.#lockKept()) ?? this.#opened.use(await openScratch(this.#config.scratchDir)).path;
    const copies = await UploadCopies.open(folder, this.#config.uploadsCacheMb * megabyte);
    this.#opened.defer(() => copies.settled());
    this.#ready = copies;
    return copies;
  }

  /** Undefined for a command, and for a second service on the same folder. */
  async #lockKept(): Promise<string | undefined> {
    const { uploadCopiesDir: folder } = this.#config;
    if (!this.#isService) return undefined;
    await mkdir(folder, { recursive: true });
    const lock = lockFolder(folder);
    if (lock) this.#opened.use(lock);
    return lock && folder;
  }
}

const isDescription = ({ key }: StoredObject): boolean => key.endsWith(`/${description}`);
const isOther = (object: StoredObject): boolean => !isDescription(object);

/** All or nothing: when one fails, the others are given up. */
async function getAll(
  bucket: Bucket,
  objects: readonly StoredObject[],
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const files = objects.filter(({ key }) => isTableFile(basename(key)));
  const fetches = files.map((object) =>
    bucket.getFile(object, join(folder, basename(object.key)), either).catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  await Promise.all(fetches);
  failed.signal.throwIfAborted();
}
