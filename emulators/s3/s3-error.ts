/** Errors and other XML of the emulated S3, in the form of its API reference. */
import type { EmulatedAnswer } from '../emulator-server.ts';

/** The errors that are given here, with their status. */
const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  EntityTooSmall: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof statuses;

export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  readonly code: S3ErrorCode;

  constructor(code: S3ErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }
}

export function errorAnswer(code: S3ErrorCode, message: string = code): EmulatedAnswer {
  return xmlAnswer(
    `<Error><Code>${code}</Code><Message>${escaped(message)}</Message><RequestId>emulated</RequestId></Error>`,
    statuses[code],
  );
}

export function xmlAnswer(content: string, status = 200): EmulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-amz-request-id': 'emulated' },
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`),
  };
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The texts of all elements of this name, in order. */
export function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#34;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  );
}
