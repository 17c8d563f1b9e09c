/**
 * Objects of a bucket as files: sent and fetched whole, repeated a few times when the store fails, within time limits
 * (contract 7.5.2). The official client signs, repeats with growing pauses of random length, and checks checksums.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Config } from '../../config/config.ts';
import type { BucketAddress } from '../../config/setting-checks.ts';
import { BucketError, bucketError } from './bucket-failure.ts';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

const maxRepeats = 3;
const connectWithinMs = 5_000;
const idleForMs = 30_000;
const answerWithinMs = 60_000;
/** A larger file is sent in parts, each of which is repeated by itself. */
const partBytes = 16 * 1024 * 1024;
const pauseMs = 200;

export class Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(config: Config, { bucket }: BucketAddress) {
    this.#bucket = bucket;
    const { s3Endpoint, awsRegion, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = config;
    const region = awsRegion || (s3Endpoint ? 'us-east-1' : '');
    this.#client = new S3Client({
      maxAttempts: 1 + maxRepeats,
      requestHandler: {
        connectionTimeout: connectWithinMs,
        socketTimeout: idleForMs,
        requestTimeout: answerWithinMs,
        throwOnRequestTimeout: true,
      },
      ...(region && { region }),
      // Other stores know less of checksums than Amazon's.
      ...(s3Endpoint && {
        endpoint: s3Endpoint,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
      ...(awsAccessKeyId && {
        credentials: {
          accessKeyId: awsAccessKeyId,
          secretAccessKey: awsSecretAccessKey,
          ...(awsSessionToken && { sessionToken: awsSessionToken }),
        },
      }),
    });
  }

  async putFile(key: string, path: string): Promise<void> {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > partBytes) await this.#putParts(key, file, size);
    else await this.put(key, await piece(file, 0, size));
  }

  async put(key: string, body: Uint8Array, abortSignal?: AbortSignal): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key, Body: body };
    await told(this.#client.send(new PutObjectCommand(object), { ...(abortSignal && { abortSignal }) }));
  }

  /** Into a new file. What came before a connection was lost is not fetched again. */
  async getFile({ key, bytes }: StoredObject, path: string, signal: AbortSignal): Promise<void> {
    await using file = await open(path, 'wx', 0o600);
    let written = 0;
    let etag: string | undefined;
    for (let repeats = 0; ; repeats++) {
      // Until the answer begins, the client itself repeats.
      const part = await this.#get(key, written, etag, signal);
      etag = part.etag;
      try {
        for await (const piece of part.body) {
          if (written + piece.length > bytes) throw wrongLength(key);
          await file.appendFile(piece);
          written += piece.length;
        }
        if (written < bytes) throw wrongLength(key);
        break;
      } catch (thrown) {
        const error = bucketError(thrown);
        if (!(error instanceof BucketError) || !error.mayPass) throw error;
        if (repeats === maxRepeats || signal.aborted) throw error;
        await pause(pauseMs * 2 ** repeats * (0.5 + Math.random()), undefined, { signal });
      }
    }
    await file.sync();
  }

  async get(key: string, abortSignal: AbortSignal): Promise<void> {
    const { body } = await this.#get(key, 0, undefined, abortSignal);
    body.destroy();
  }

  /** All whose keys begin so. */
  async list(prefix: string, signal?: AbortSignal): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const { Contents = [] } of this.#pages({ Prefix: prefix }, signal)) {
      found.push(...Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, bytes: Size })));
    }
    return found;
  }

  /** The names of the folders directly below. */
  async folders(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#pages({ Prefix: prefix, Delimiter: '/' })) {
      found.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1)));
    }
    return found;
  }

  async remove(key: string, abortSignal?: AbortSignal): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key };
    await told(this.#client.send(new DeleteObjectCommand(object), { ...(abortSignal && { abortSignal }) }));
  }

  /** Parts of files that never became whole: no list of objects shows them. */
  async removeParts(prefix: string, abortSignal?: AbortSignal): Promise<void> {
    const wanted = { Bucket: this.#bucket, Prefix: prefix };
    const { Uploads = [] } = await told(
      this.#client.send(new ListMultipartUploadsCommand(wanted), { ...(abortSignal && { abortSignal }) }),
    ).catch(noneIfUnknown);
    for (const { Key, UploadId } of Uploads) {
      await told(
        this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })),
      ).catch(unlessGone);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  async #putParts(key: string, file: FileHandle, size: number): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key };
    const { UploadId } = await told(this.#client.send(new CreateMultipartUploadCommand(object)));
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const PartNumber = parts.length + 1;
      const Body = await piece(file, at, Math.min(partBytes, size - at));
      const sent = await told(
        this.#client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body })),
      );
      parts.push({ PartNumber, ETag: sent.ETag });
    }
    const whole = { ...object, UploadId, MultipartUpload: { Parts: parts } };
    await told(this.#client.send(new CompleteMultipartUploadCommand(whole)));
  }

  async #get(key: string, from: number, etag: string | undefined, abortSignal: AbortSignal) {
    const rest = from > 0 ? { Range: `bytes=${from}-`, IfMatch: etag } : {};
    const wanted = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...rest });
    const { Body, ETag } = await told(this.#client.send(wanted, { abortSignal }));
    if (!(Body instanceof Readable)) throw new TypeError('the client for S3 gives no stream');
    return { body: Body, etag: ETag };
  }

  async *#pages(wanted: { readonly Prefix: string; readonly Delimiter?: string }, signal?: AbortSignal) {
    let token: string | undefined;
    do {
      const page = new ListObjectsV2Command({ Bucket: this.#bucket, ...wanted, ContinuationToken: token });
      const found = await told(this.#client.send(page, { ...(signal && { abortSignal: signal }) }));
      yield found;
      token = found.NextContinuationToken;
    } while (token !== undefined);
  }
}

async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => Promise.reject(bucketError(error)));
}

/** A store that does not list them removes them by itself, or by a rule of the bucket. */
function noneIfUnknown(error: unknown): { Uploads?: MultipartUpload[] } {
  if (error instanceof BucketError && error.code === 'NotImplemented') return {};
  throw error;
}

function unlessGone(error: unknown): void {
  if (!(error instanceof BucketError) || error.code !== 'NoSuchUpload') throw error;
}

/** It may be that the connection was closed at a bad moment. */
function wrongLength(key: string): BucketError {
  return new BucketError(`the object ${key.split('/').at(-1)} came in a wrong length`, 'WrongLength', true);
}

async function piece(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    read += bytesRead;
  }
  return buffer;
}
