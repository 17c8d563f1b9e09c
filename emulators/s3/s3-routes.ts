/** The operations of the emulated S3 by method and query, with path-style addresses: `/bucket/key`. */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { bodyOf } from './s3-body.ts';
import type { S3Bucket, S3Object } from './s3-bucket.ts';
import { errorAnswer, S3Refusal, textsOf, xmlAnswer } from './s3-error.ts';
import { listObjects, listUploads } from './s3-listing.ts';
import { headerOf } from './s3-signature.ts';

export function answerS3(call: EmulatedCall, buckets: ReadonlyMap<string, S3Bucket>): EmulatedAnswer {
  const [, name = '', ...rest] = call.path.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const bucket = buckets.get(name);
  if (!bucket) return errorAnswer('NoSuchBucket', 'The specified bucket does not exist');
  return key === '' ? answerBucket(call, name, bucket) : answerObject(call, bucket, key);
}

function answerBucket(call: EmulatedCall, name: string, bucket: S3Bucket): EmulatedAnswer {
  const { method, query } = call;
  if (method === 'HEAD') return { status: 200 };
  if (method === 'GET' && query.has('uploads')) return listUploads(name, bucket, query);
  if (method === 'GET') return listObjects(name, bucket, query);
  if (method === 'POST' && query.has('delete')) return deleteMany(call, bucket);
  throw new S3Refusal('MethodNotAllowed');
}

function deleteMany(call: EmulatedCall, bucket: S3Bucket): EmulatedAnswer {
  const keys = textsOf(bodyOf(call).toString(), 'Key');
  for (const key of keys) bucket.objects.delete(key);
  const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`);
  return xmlAnswer(`<DeleteResult>${deleted.join('')}</DeleteResult>`);
}

function answerObject(call: EmulatedCall, bucket: S3Bucket, key: string): EmulatedAnswer {
  const { method, query } = call;
  const uploadId = query.get('uploadId');
  if (uploadId !== null) return answerPart(call, bucket, key, uploadId);
  if (method === 'POST' && query.has('uploads')) {
    const id = bucket.beginUpload(key);
    return xmlAnswer(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (method === 'PUT') return { status: 200, headers: { etag: bucket.put(key, bodyOf(call)).etag } };
  if (method === 'GET' || method === 'HEAD') return objectAnswer(call, bucket.get(key));
  if (method !== 'DELETE') throw new S3Refusal('MethodNotAllowed');
  bucket.objects.delete(key);
  return { status: 204 };
}

function answerPart(call: EmulatedCall, bucket: S3Bucket, key: string, id: string): EmulatedAnswer {
  if (call.method === 'PUT') {
    const part = bucket.putPart(id, key, Number(call.query.get('partNumber')), bodyOf(call));
    return { status: 200, headers: { etag: part.etag } };
  }
  if (call.method === 'DELETE') {
    bucket.abortUpload(id, key);
    return { status: 204 };
  }
  if (call.method !== 'POST') throw new S3Refusal('MethodNotAllowed');
  const xml = bodyOf(call).toString();
  const etags = textsOf(xml, 'ETag');
  const wanted = textsOf(xml, 'PartNumber').map((part, at) => ({
    part: Number(part),
    etag: etags[at] ?? '',
  }));
  const { etag } = bucket.completeUpload(id, key, wanted);
  return xmlAnswer(
    `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
  );
}

function objectAnswer(call: EmulatedCall, { body, etag, modified, crc32 }: S3Object): EmulatedAnswer {
  const wanted = headerOf(call, 'if-match');
  if (wanted !== '' && wanted !== etag) throw new S3Refusal('PreconditionFailed');
  const range = rangeOf(headerOf(call, 'range'), body.length);
  const sent = range ? body.subarray(range.start, range.end + 1) : body;
  const hasChecksum = !range && crc32 !== undefined && headerOf(call, 'x-amz-checksum-mode') === 'ENABLED';
  return {
    status: range ? 206 : 200,
    headers: {
      etag,
      'content-type': 'application/octet-stream',
      'last-modified': modified.toUTCString(),
      'accept-ranges': 'bytes',
      ...(call.method === 'HEAD' && { 'content-length': String(sent.length) }),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${body.length}` }),
      ...(hasChecksum && { 'x-amz-checksum-crc32': crc32 }),
    },
    ...(call.method === 'GET' && { body: sent }),
  };
}

function rangeOf(header: string, length: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (start >= length) throw new S3Refusal('InvalidRange', 'The requested range is not satisfiable');
  return { start, end };
}
