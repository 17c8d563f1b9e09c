/**
 * Answers to what is no HTTP request: too large, too slow, malformed. They have the shape of contract 7.1 as every
 * other, though no route has seen the request.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCode } from '../../errors/error-code.ts';
import { type ErrorKey, ServiceError } from '../../errors/errors.ts';
import { commonHeaders, errorBody } from '../responses.ts';

const keys: Readonly<Record<string, ErrorKey>> = {
  HPE_HEADER_OVERFLOW: 'requestTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTooSlow',
};

/** `isAnswering`: an answer is on its way on this connection, which must not be written into. */
export function answerUnreadable(
  problem: Error,
  socket: Socket,
  docsUrl: string,
  isAnswering: boolean,
): ServiceError {
  const error = new ServiceError(keys[errorCode(problem)] ?? 'requestMalformed', { cause: problem });
  if (isAnswering) socket.destroySoon();
  else answerRaw(error, socket, docsUrl);
  return error;
}

/** Without a request: the error is written to the connection, which ends with it. */
export function answerRaw(error: ServiceError, socket: Socket, docsUrl: string): ServiceError {
  const { status, retryAfterSeconds } = error;
  if (socket.writable) {
    const body = JSON.stringify(errorBody(error, docsUrl));
    const headers = {
      ...commonHeaders,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroySoon();
  return error;
}
