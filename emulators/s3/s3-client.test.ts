/** The emulated S3 held against the official client: what the client takes for right is right enough for tests. */
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Emulator, startS3Emulator } from './s3-emulator.ts';

const Bucket = 'tables';
let s3: S3Emulator;
let client: S3Client;

beforeAll(async () => {
  s3 = await startS3Emulator({ sessionToken: 'session/token+1' });
  client = clientWith({});
});
afterAll(async () => {
  client.destroy();
  await s3[Symbol.asyncDispose]();
});

function clientWith(more: S3ClientConfig): S3Client {
  return new S3Client({
    endpoint: s3.server.origin,
    region: s3.credentials.region,
    credentials: s3.credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    ...more,
  });
}

const put = (Key: string, Body: string | Buffer) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const textOf = async (Key: string, Range?: string): Promise<string | undefined> =>
  (await client.send(new GetObjectCommand({ Bucket, Key, Range }))).Body?.transformToString();

describe('objects', () => {
  it('are put, got whole and in ranges, asked for, and deleted', async () => {
    await put('a folder/ä +&=!*.txt', 'hello world');
    expect(await textOf('a folder/ä +&=!*.txt')).toBe('hello world');
    expect(await textOf('a folder/ä +&=!*.txt', 'bytes=6-')).toBe('world');
    expect(await textOf('a folder/ä +&=!*.txt', 'bytes=0-4')).toBe('hello');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a folder/ä +&=!*.txt' }));
    expect([head.ContentLength, head.ETag]).toEqual([11, '"5eb63bbbe01eeed093cb22bb8f5acdc3"']);
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a folder/ä +&=!*.txt' }));
    await expect(textOf('a folder/ä +&=!*.txt')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'never there' }));
  });

  it('come in chunks with a checksum behind them, when they are streams', async () => {
    const Body = Readable.from([Buffer.from('in '), Buffer.from('pieces')]);
    await client.send(new PutObjectCommand({ Bucket, Key: 'streamed', Body, ContentLength: 9 }));
    expect(await textOf('streamed')).toBe('in pieces');
  });

  it('are not taken with a wrong checksum, and a changed one is noticed by the client', async () => {
    const wrong = new PutObjectCommand({ Bucket, Key: 'k', Body: 'x', ChecksumCRC32: 'AAAAAA==' });
    await expect(client.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
    await put('kept', 'right');
    const object = s3.buckets.get(Bucket)?.get('kept');
    if (object) s3.buckets.get(Bucket)?.objects.set('kept', { ...object, body: Buffer.from('wrong') });
    await expect(textOf('kept')).rejects.toThrow(/[Cc]hecksum/);
  });

  it('are listed in pages, by prefix and by folder', async () => {
    const keys = Array.from({ length: 7 }, (_, i) => `list/${i % 2}/${i}`);
    for (const key of keys) await put(key, key);
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'list/', MaxKeys: 3, ContinuationToken }),
      );
      found.push(...(page.Contents ?? []).map(({ Key = '', Size }) => `${Key}:${Size}`));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(found).toEqual(keys.toSorted().map((key) => `${key}:8`));
    const folders = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'list/', Delimiter: '/', MaxKeys: 1 }),
    );
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'list/0/' }]);
    expect(folders.IsTruncated).toBe(true);
    const Objects = keys.map((Key) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/' }))).KeyCount).toBe(0);
  });
});

describe('an object in parts', () => {
  it('is put together, or given up, and listed until then', async () => {
    const Key = 'parts';
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const bodies = [Buffer.alloc(5 * 1024 * 1024, 'a'), Buffer.from('end')];
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (const [at, Body] of bodies.entries()) {
      const PartNumber = at + 1;
      const sent = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ PartNumber, ETag: sent.ETag });
    }
    const listed = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'par' }));
    expect(listed.Uploads?.map((upload) => [upload.Key, upload.UploadId])).toEqual([[Key, UploadId]]);
    const wrong = { Parts: Parts.map(({ PartNumber }) => ({ PartNumber, ETag: '"0"' })) };
    const complete = (MultipartUpload: { Parts: typeof Parts }) =>
      client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    await expect(complete(wrong)).rejects.toMatchObject({ name: 'InvalidPart' });
    await complete({ Parts });
    expect(await textOf(Key, 'bytes=5242879-')).toBe('aend');
    const other = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'other' }));
    const given = { Bucket, Key: 'other', UploadId: other.UploadId };
    await client.send(new AbortMultipartUploadCommand(given));
    await expect(client.send(new AbortMultipartUploadCommand(given))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });
});

describe('refusals', () => {
  const tried = (more: S3ClientConfig, name = Bucket): Promise<unknown> =>
    clientWith(more).send(new ListObjectsV2Command({ Bucket: name }));

  it.each([
    ['another key', () => ({ accessKeyId: 'AKIAOTHER' }), 'InvalidAccessKeyId'],
    ['another secret', () => ({ secretAccessKey: 'x' }), 'SignatureDoesNotMatch'],
    ['another session', () => ({ sessionToken: 'x' }), 'AccessDenied'],
  ])('%s', async (_, changed, name) => {
    await expect(tried({ credentials: { ...s3.credentials, ...changed() } })).rejects.toMatchObject({ name });
  });

  it('another region, another bucket, a body that was changed on its way', async () => {
    await expect(tried({ region: 'us-west-2' })).rejects.toMatchObject({
      name: 'AuthorizationHeaderMalformed',
    });
    await expect(tried({}, 'other')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    });
    const changing = clientWith({});
    changing.middlewareStack.add(
      (next) => (input) => {
        Object.assign(input.request ?? {}, { body: 'other' });
        return next(input);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(
      changing.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'words' })),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  });

  it('come by name: SlowDown, InternalError, AccessDenied, a cut connection', async () => {
    await put('faulty', 'x'.repeat(100));
    for (const [fault, name] of [
      ['slowDown', 'SlowDown'],
      ['internalError', 'InternalError'],
      ['accessDenied', 'AccessDenied'],
      ['cutOff', 'Error'],
    ]) {
      await fetch(`${s3.server.origin}/_emulator/faults`, {
        method: 'POST',
        body: JSON.stringify({ name: fault }),
      });
      await expect(textOf('faulty')).rejects.toMatchObject({ name });
      s3.server.clearFaults();
    }
  });
});
