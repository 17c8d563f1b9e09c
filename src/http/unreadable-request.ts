/**
 * Answers to what is no HTTP request: too large, too slow, malformed. They have the shape of section 7 as every
 * other, though no route has seen the request.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCode } from '../error-code.ts';
import { type ErrorKey, ServiceError } from '../errors.ts';
import { commonHeaders, errorBody } from './responses.ts';

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
  if (socket.writable && !isAnswering) {
    const body = JSON.stringify(errorBody(error, docsUrl));
    const headers = {
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroySoon();
  return error;
}
