/**
 * What goes wrong with a bucket, without anything of the request that could be a secret: whether it may pass by itself,
 * and which setting to correct if not (contract 7.5.2 and 10.3.1).
 */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { errorCode } from '../../errors/error-code.ts';

export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** The code of S3, or of the system. */
  readonly code: string;
  /** Asking again may succeed. */
  readonly mayPass: boolean;

  constructor(message: string, code: string, mayPass: boolean) {
    super(message);
    this.code = code;
    this.mayPass = mayPass;
  }
}

/** The error that the client threw, as one of ours. */
export function bucketError(error: unknown): unknown {
  if (error instanceof BucketError || !(error instanceof Error) || isOfDisk(error)) return error;
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
  if (status > 0) {
    const mayPass = status >= 500 || status === 429 || passingCodes.has(error.name);
    return new BucketError(`S3 answered ${error.name} (${status})`, error.name, mayPass);
  }
  const code = errorCode(error) || error.name;
  if (code === 'CredentialsProviderError') return new BucketError('there is no access key', code, false);
  if (/^region is missing/i.test(error.message)) return new BucketError('no region', 'NoRegion', false);
  return new BucketError(`S3 did not answer: ${code}`, code, true);
}

/** Answered with 400, although it is the connection that failed. */
const passingCodes = new Set(['RequestTimeout', 'IncompleteBody', 'BadDigest']);

const isOfDisk = (error: Error): boolean =>
  /^(?:ENOSPC|EDQUOT|EIO|EROFS|ENOENT|EACCES)$/.test(errorCode(error));

/** For an error that does not pass: the setting to correct, and how. */
export function settingToCorrect(error: BucketError, name: string): string {
  return problems[error.code] ?? `Setting UPLOADS_URL: ${name} cannot be used: ${error.message}.`;
}

const key = (problem: string): string => `Setting AWS_ACCESS_KEY_ID: ${problem}`;
const wrongSession = 'Setting AWS_SESSION_TOKEN: S3 does not accept the session token. Take a new one.';
const wrongRegion = 'Setting AWS_REGION: the bucket is in another region. Set it to that of the bucket.';

/** By the code of S3 (its API reference, "Error responses"). */
const problems: Readonly<Record<string, string>> = {
  CredentialsProviderError: key('there is no access key for the bucket. Set it and AWS_SECRET_ACCESS_KEY.'),
  InvalidAccessKeyId: key('S3 does not know this key. Correct it.'),
  SignatureDoesNotMatch:
    'Setting AWS_SECRET_ACCESS_KEY: it is not the secret of AWS_ACCESS_KEY_ID. Correct it.',
  ExpiredToken: wrongSession,
  InvalidToken: wrongSession,
  NoRegion: 'Setting AWS_REGION: it is empty. Set it to the region of the bucket.',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  NoSuchBucket: 'Setting UPLOADS_URL: there is no such bucket. Create it, or correct its name.',
  RequestTimeTooSkewed:
    'Setting UPLOADS_URL: S3 refuses requests, because the clock of this machine is wrong.',
};

/** Of a step that is needed: what the policy of the bucket must allow. */
export function missingPermission(name: string, action: string): string {
  return `Setting UPLOADS_URL: the access key may not ${action} in ${name}. Allow it (docs/operations.md has the whole list).`;
}
