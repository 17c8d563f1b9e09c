/**
 * Signature Version 4 of a request to the emulated S3, checked as the service checks it: key, date, region, signed
 * headers, and the hash of the body.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { EmulatedCall } from '../emulator-server.ts';
import { S3Refusal } from './s3-error.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const maxSkewMs = 15 * 60 * 1_000;

/** The secret must be that of the key; other regions are refused with the right one, as S3 does. */
export function requireSignature(call: EmulatedCall, known: S3Credentials): void {
  const [, key, day = '', region = '', signed = '', signature = ''] =
    form.exec(call.headers.authorization ?? '') ?? [];
  if (key === undefined) throw new S3Refusal('AccessDenied', 'the request is not signed');
  if (key !== known.accessKeyId) {
    throw new S3Refusal('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist.');
  }
  if (region !== known.region) {
    throw new S3Refusal(
      'AuthorizationHeaderMalformed',
      `the region '${region}' is wrong; expecting '${known.region}'`,
    );
  }
  if (headerOf(call, 'x-amz-security-token') !== (known.sessionToken ?? '')) {
    throw new S3Refusal('AccessDenied', 'the session token is wrong');
  }
  const date = headerOf(call, 'x-amz-date');
  requireRecent(date);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(call, signed))].join('\n');
  const expected = hmac(signingKey(known.secretAccessKey, day, region), text);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    throw new S3Refusal('SignatureDoesNotMatch', 'The request signature we calculated does not match.');
  }
}

export function headerOf({ headers }: EmulatedCall, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function requireRecent(date: string): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(Date.now() - time) < maxSkewMs)) {
    throw new S3Refusal('RequestTimeTooSkewed', 'The request is too old, or not of this time.');
  }
}

function canonicalRequest(call: EmulatedCall, signed: string): string {
  const query = [...call.query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${headerOf(call, name).trim()}\n`);
  const path = call.path.split('/').map((part) => encoded(decodeURIComponent(part)));
  const hash = headerOf(call, 'x-amz-content-sha256');
  return [call.method, path.join('/'), query, headers.join(''), signed, hash].join('\n');
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function signingKey(secret: string, day: string, region: string): Buffer {
  return [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secret}`),
  );
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
