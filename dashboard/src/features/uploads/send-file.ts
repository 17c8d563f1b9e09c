/**
 * Sends a file to the service, with progress both ways: bytes sent, and bytes that the service has understood, which it
 * answers line by line. By XMLHttpRequest, because `fetch` does not tell how much it has sent.
 */
import { type Answer, ApiError, serviceAddress } from '../../api-client.ts';
import { noticeFailure } from '../sign-in/session-watch.ts';

export type UploadedFile = Answer<'GET /api/uploads/:id'>;

/** As the owner says; what is not said is found out. */
export interface ReadingWanted {
  readonly decimal?: 'comma' | 'point';
  readonly delimiter?: string;
  readonly encoding?: string;
  /** `guess`: a first row that looks like data is read as data. */
  readonly hasHeader?: 'true' | 'false' | 'guess';
  /** Above the table. */
  readonly skipLines?: number;
  /** What is chosen of columns, if the file has them. */
  readonly columns?: UploadedFile['overrides']['columns'];
  /** The endpoint whose file this one is to replace. */
  readonly replaces?: string;
}

export interface Progress {
  readonly sent: number;
  readonly understood: number;
}

interface Sending {
  readonly file: File;
  readonly wanted: ReadingWanted;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => unknown;
}

export function sendFile({ file, wanted, signal, onProgress }: Sending): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  let sent = 0;
  request.upload.onprogress = ({ loaded }) => {
    sent = loaded;
    onProgress({ sent, understood: 0 });
  };
  request.onprogress = () => {
    const { read } = linesOf(request.responseText).findLast((line) => line.read !== undefined) ?? {};
    onProgress({ sent: file.size, understood: read ?? 0 });
  };
  request.onload = () => {
    try {
      resolve(resultOf(request));
    } catch (error) {
      noticeFailure(error);
      reject(error);
    }
  };
  request.onerror = () =>
    reject(new ApiError('The file could not be sent. Check your connection, then try again.', { status: 0 }));
  request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  const { columns = [], skipLines, ...others } = wanted;
  const query = new URLSearchParams({ name: file.name.slice(0, 255), ...others });
  if (skipLines !== undefined) query.set('skipLines', String(skipLines));
  if (columns.length > 0) query.set('columns', JSON.stringify(columns));
  request.open('POST', serviceAddress(`/api/uploads?${query}`));
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.send(file);
  return promise;
}

interface Line extends Partial<UploadedFile> {
  readonly read?: number;
  readonly error?: string;
  readonly data?: string;
  readonly message?: string;
  readonly help?: string;
}

/** The last one may still be on its way. */
function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The last line decides: the service begins its answer before it knows whether the file is a table. */
function resultOf(request: XMLHttpRequest): UploadedFile {
  const { status, responseText } = request;
  const requestId = request.getResponseHeader('x-request-id') ?? undefined;
  const lines = status === 200 ? linesOf(responseText) : [parsed(responseText)];
  const last = lines.at(-1);
  if (status === 200 && isUploaded(last)) return last;
  const { error, data, message, help } = last ?? {};
  // What is wrong with a file says it all.
  if (data !== undefined) throw new ApiError(data, { status, advice: message, requestId });
  const text = error ?? 'The upload broke off. Check your connection, then try again.';
  throw new ApiError(text, { status, advice: message, help, requestId });
}

function isUploaded(line: Line | undefined): line is UploadedFile {
  return line?.upload !== undefined;
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
