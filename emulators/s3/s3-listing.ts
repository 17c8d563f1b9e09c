/** Lists of the emulated S3: ListObjectsV2 with prefix, delimiter and pages, and ListMultipartUploads. */
import type { EmulatedAnswer } from '../emulator-server.ts';
import type { S3Bucket, S3Object } from './s3-bucket.ts';
import { escaped, S3Refusal, xmlAnswer } from './s3-error.ts';

const maxKeys = 1_000;

export function listObjects(name: string, { objects }: S3Bucket, query: URLSearchParams): EmulatedAnswer {
  if (query.get('list-type') !== '2')
    throw new S3Refusal('InvalidArgument', 'only ListObjectsV2 is emulated');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? maxKeys), maxKeys);
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
  const entries = entriesOf(objects, prefix, delimiter).filter(({ key }) => key > after);
  const page = entries.slice(0, most);
  const last = page.at(-1)?.key;
  const next =
    entries.length > page.length && last !== undefined
      ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : '';
  return xmlAnswer(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${name}</Name>` +
      `<Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys>` +
      `<IsTruncated>${next !== ''}</IsTruncated>${next}${page.map(entryXml).join('')}</ListBucketResult>`,
  );
}

interface Entry {
  readonly key: string;
  /** Absent for a common prefix. */
  readonly object?: S3Object;
}

function entriesOf(objects: ReadonlyMap<string, S3Object>, prefix: string, delimiter: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [key, object] of objects) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const common = key.slice(0, end + delimiter.length);
    if (end < 0) entries.set(key, { key, object });
    else entries.set(common, { key: common });
  }
  return [...entries.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function entryXml({ key, object }: Entry): string {
  if (!object) return `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`;
  return (
    `<Contents><Key>${escaped(key)}</Key><LastModified>${object.modified.toISOString()}</LastModified>` +
    `<ETag>${escaped(object.etag)}</ETag><Size>${object.body.length}</Size></Contents>`
  );
}

export function listUploads(name: string, { uploads }: S3Bucket, query: URLSearchParams): EmulatedAnswer {
  const prefix = query.get('prefix') ?? '';
  const listed = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const xml = listed.map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  return xmlAnswer(
    `<ListMultipartUploadsResult><Bucket>${name}</Bucket><IsTruncated>false</IsTruncated>${xml.join('')}</ListMultipartUploadsResult>`,
  );
}
