/**
 * How long a request may take to arrive: short ones half a minute as a whole, a file as long as a slow line needs
 * for it. The server's own limit would cut a large file.
 */
import type { IncomingMessage } from 'node:http';
import { uploadPath } from '../routes/upload-route.ts';

const wholeWithinMs = 30_000;
const lookedAtEveryMs = 60_000;
/** Of a file, between two looks: what comes more slowly would hold its connection for days. */
const leastBytes = 60_000;

export function enforceBodyTimeout(request: IncomingMessage): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const isFile = request.url?.split('?', 1)[0] === uploadPath;
  let arrived = socket.bytesRead;
  const look = (): void => {
    const isSlow = !isFile || socket.bytesRead - arrived < leastBytes;
    // What has arrived may be unread for long: the work for it has its own time.
    if (isSlow && !request.complete) socket.destroy();
    arrived = socket.bytesRead;
  };
  const timer = setInterval(look, isFile ? lookedAtEveryMs : wholeWithinMs).unref();
  const stop = (): void => clearInterval(timer);
  request.once('end', stop).once('close', stop);
}
