/** What an emulated bucket holds: objects, and multipart uploads that are not complete. */
import { createHash, randomUUID } from 'node:crypto';
import { crc32Text } from './s3-body.ts';
import { S3Refusal } from './s3-error.ts';

export interface S3Object {
  readonly body: Buffer;
  readonly etag: string;
  /** Of the whole body; absent for an object in parts. */
  readonly crc32?: string;
  readonly modified: Date;
}

interface MultipartUpload {
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, S3Object>;
}

const minPartBytes = 5 * 1024 * 1024;

export class S3Bucket {
  readonly objects = new Map<string, S3Object>();
  readonly uploads = new Map<string, MultipartUpload>();

  put(key: string, body: Buffer): S3Object {
    const made = objectOf(body);
    this.objects.set(key, made);
    return made;
  }

  get(key: string): S3Object {
    const found = this.objects.get(key);
    if (!found) throw new S3Refusal('NoSuchKey', 'The specified key does not exist.');
    return found;
  }

  beginUpload(key: string): string {
    const id = randomUUID();
    this.uploads.set(id, { key, initiated: new Date(), parts: new Map() });
    return id;
  }

  putPart(id: string, key: string, part: number, body: Buffer): S3Object {
    if (!(part >= 1 && part <= 10_000)) throw new S3Refusal('InvalidArgument', 'a part is 1 to 10000');
    const made = objectOf(body);
    this.#upload(id, key).parts.set(part, made);
    return made;
  }

  /** In the order given; every part but the last has 5 MB at least. */
  completeUpload(id: string, key: string, wanted: readonly { part: number; etag: string }[]): S3Object {
    const { parts } = this.#upload(id, key);
    const chosen = wanted.map(({ part, etag }, at) => {
      const found = parts.get(part);
      if (!found || found.etag !== etag || part <= (wanted[at - 1]?.part ?? 0)) {
        throw new S3Refusal('InvalidPart', `part ${part} is not the one that was sent`);
      }
      if (at < wanted.length - 1 && found.body.length < minPartBytes) throw new S3Refusal('EntityTooSmall');
      return found;
    });
    if (chosen.length === 0) throw new S3Refusal('InvalidRequest', 'no parts');
    const hashes = Buffer.concat(chosen.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex')));
    const etag = `"${md5(hashes)}-${chosen.length}"`;
    const made = { body: Buffer.concat(chosen.map(({ body }) => body)), etag, modified: new Date() };
    this.objects.set(key, made);
    this.uploads.delete(id);
    return made;
  }

  abortUpload(id: string, key: string): void {
    this.#upload(id, key);
    this.uploads.delete(id);
  }

  #upload(id: string, key: string): MultipartUpload {
    const found = this.uploads.get(id);
    if (!found || found.key !== key) throw new S3Refusal('NoSuchUpload', 'The upload does not exist.');
    return found;
  }
}

function objectOf(body: Buffer): S3Object {
  return { body, etag: `"${md5(body)}"`, crc32: crc32Text(body), modified: new Date() };
}

const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex');
