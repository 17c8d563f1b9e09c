import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/errors.ts';
import { type CallPlatform, type PlatformCall, PlatformRefusal } from '../platform/platform-request.ts';
import type { SaveRequest } from './destination.ts';
import { googleDrive } from './google-drive.ts';

const folder = mkdtempSync(join(tmpdir(), 'drive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MiB = 1024 * 1024;

/**
 * The outcome of one PUT: the request or its response is lost, the session is lost, all, half or none of it is
 * stored, or the session misbehaves.
 */
type Outcome =
  | 'ok'
  | 'requestLost'
  | 'responseLost'
  | 'sessionLost'
  | 'half'
  | 'nothing'
  | 'tooMuch'
  | 'early'
  | 'denied';

interface Session {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  content: Buffer;
  isDone: boolean;
}

/** Implements `call`; the PUTs have the given outcomes in order, then succeed. */
function drive(
  outcomes: Outcome[] = [],
  location = (id: number) => `https://www.googleapis.com/upload/drive/v3/files?upload_id=${id}`,
) {
  const calls: PlatformCall[] = [];
  const sessions: Session[] = [];
  const files: Session[] = [];

  function start({ json, headers = {} }: PlatformCall) {
    const { name = '', mimeType = '' } = Object(json);
    sessions.push({
      name,
      mimeType,
      bytes: Number(headers['X-Upload-Content-Length']),
      content: Buffer.alloc(0),
      isDone: false,
    });
    return { status: 200, headers: { location: location(sessions.length - 1) }, json: undefined };
  }

  function store(session: Session, chunk: Uint8Array, range: string): void {
    const [, first] = /^bytes (\d+)-/.exec(range) ?? [];
    if (first !== undefined) {
      if (Number(first) > session.content.length) throw new PlatformRefusal(400, '', 'a gap');
      session.content = Buffer.concat([session.content.subarray(0, Number(first)), chunk]);
    }
    if (session.content.length < session.bytes || session.isDone) return;
    session.isDone = true;
    files.push(session);
  }

  function state(session: Session) {
    if (session.isDone) return { status: 200, headers: {}, json: { id: 'file', name: session.name } };
    const end = session.content.length;
    return { status: 308, headers: end > 0 ? { range: `bytes=0-${end - 1}` } : {}, json: undefined };
  }

  function put({ path, bytes = new Uint8Array(0), headers = {} }: PlatformCall) {
    const session = sessions[Number(/upload_id=(\d+)/.exec(path)?.[1])];
    const outcome = outcomes.shift() ?? 'ok';
    if (outcome === 'sessionLost' || !session) throw new PlatformRefusal(404, 'notFound', 'Not Found');
    if (outcome === 'denied')
      throw new PlatformRefusal(403, 'forbidden', 'The caller does not have permission');
    if (outcome === 'requestLost') throw new ServiceError('sourceUnavailable');
    if (outcome === 'tooMuch')
      return { status: 308, headers: { range: `bytes=0-${bytes.length}` }, json: undefined };
    if (outcome === 'early') return { status: 200, headers: {}, json: { id: 'file' } };
    const kept = outcome === 'half' ? bytes.length / 2 : outcome === 'nothing' ? 0 : bytes.length;
    store(session, bytes.subarray(0, kept), headers['Content-Range'] ?? '');
    if (outcome === 'responseLost') throw new ServiceError('sourceUnavailable');
    return state(session);
  }

  const call: CallPlatform = async (one) => {
    calls.push({ ...one, ...(one.bytes && { bytes: Buffer.from(one.bytes) }) });
    return one.method === 'PUT' ? put(one) : start(one);
  };
  const ranges = () =>
    calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers?.['Content-Range']);
  return { call, calls, sessions, files, ranges };
}

function saving(call: CallPlatform, content: Buffer | string, more: Partial<SaveRequest> = {}): SaveRequest {
  const path = join(folder, `export-${Math.random()}`);
  writeFileSync(path, content);
  return {
    filename: 'Stock.csv',
    contentType: 'text/csv',
    file: { path, bytes: Buffer.byteLength(content) },
    table: { columns: [], batches: (async function* () {})() },
    target: {},
    call,
    signal: new AbortController().signal,
    ...more,
  };
}

/** Every four bytes differ from their neighbours, so that a shifted chunk is detected. */
function content(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) buffer.writeUInt32LE(at, at);
  return buffer;
}

describe('save_to_gdrive', () => {
  it.each([
    ['file-1_A', 'https://drive.google.com/file/d/file-1_A/view'],
    ['../../evil?x=', undefined],
    ['a"><script>', undefined],
    ['x'.repeat(201), undefined],
    [7, undefined],
    [undefined, undefined],
  ])('a file with the id %j has the page %j', async (id, page) => {
    const google = drive();
    const call: CallPlatform = async (one) => {
      const response = await google.call(one);
      const webViewLink = 'https://evil.example';
      return response.json === undefined ? response : { ...response, json: { id, webViewLink } };
    };
    expect(await googleDrive.save(saving(call, 'a'))).toBe(page);
    expect(google.files).toHaveLength(1);
  });

  it('creates one file with the name and type of the export', async () => {
    const google = drive();
    await googleDrive.save(saving(google.call, 'a,b\n1,2\n'));
    expect(google.files).toMatchObject([
      { name: 'Stock.csv', mimeType: 'text/csv', content: Buffer.from('a,b\n1,2\n') },
    ]);
    expect(google.calls).toMatchObject([
      {
        method: 'POST',
        path: '/upload/drive/v3/files?uploadType=resumable&fields=id',
        json: { name: 'Stock.csv', mimeType: 'text/csv' },
        headers: { 'X-Upload-Content-Type': 'text/csv', 'X-Upload-Content-Length': '8' },
        scope: 'drive',
      },
      {
        method: 'PUT',
        path: '/upload/drive/v3/files?upload_id=0',
        headers: { 'Content-Range': 'bytes 0-7/8' },
        scope: 'drive',
        once: true,
      },
    ]);
  });

  it.each([
    ['text/csv', 'text/csv'],
    ['text/json', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/html', 'text/html'],
  ])('saves %s as %s', async (contentType, mimeType) => {
    const google = drive();
    await googleDrive.save(saving(google.call, 'x', { contentType }));
    expect(google.files).toMatchObject([{ mimeType }]);
  });

  it('saves an empty file', async () => {
    const google = drive();
    await googleDrive.save(saving(google.call, ''));
    expect(google.files).toMatchObject([{ content: Buffer.alloc(0) }]);
    expect(google.ranges()).toEqual(['bytes */0']);
  });

  it('sends a large file in chunks of 8 MiB', async () => {
    const google = drive();
    const whole = content(20 * MiB + 12);
    await googleDrive.save(saving(google.call, whole));
    expect(google.ranges()).toEqual([
      'bytes 0-8388607/20971532',
      'bytes 8388608-16777215/20971532',
      'bytes 16777216-20971531/20971532',
    ]);
    expect(google.files[0]?.content.equals(whole)).toBe(true);
  });

  it.concurrent.each<[string, Outcome[]]>([
    ['a chunk that never arrived', ['ok', 'requestLost']],
    ['a chunk whose response is lost', ['ok', 'responseLost']],
    ['a last chunk whose response is lost', ['ok', 'ok', 'responseLost']],
    ['a status query that fails too', ['requestLost', 'requestLost', 'responseLost', 'ok']],
    ['half a chunk', ['half', 'half', 'half', 'half']],
    ['chunks that came to nothing', ['nothing', 'ok', 'nothing']],
    [
      'five failures',
      ['requestLost', 'ok', 'responseLost', 'ok', 'requestLost', 'ok', 'nothing', 'responseLost'],
    ],
    ['a lost session', ['ok', 'sessionLost']],
    ['a session lost after a failure', ['ok', 'requestLost', 'sessionLost']],
    ['a session lost at the last chunk', ['ok', 'ok', 'sessionLost']],
    [
      'a session lost after the last chunk was found missing',
      ['ok', 'ok', 'requestLost', 'ok', 'sessionLost'],
    ],
  ])('creates one complete file despite %s', async (_, outcomes) => {
    const google = drive(outcomes);
    const whole = content(20 * MiB);
    await googleDrive.save(saving(google.call, whole));
    expect(google.files).toHaveLength(1);
    expect(google.files[0]?.content.equals(whole)).toBe(true);
  });

  it('queries the session before it resends anything', async () => {
    const google = drive(['ok', 'requestLost']);
    await googleDrive.save(saving(google.call, content(16 * MiB)));
    expect(google.ranges()).toEqual([
      'bytes 0-8388607/16777216',
      'bytes 8388608-16777215/16777216',
      'bytes */16777216',
      'bytes 8388608-16777215/16777216',
    ]);
  });

  it.concurrent.each<[string, Outcome[], string, string, number]>([
    [
      'six failures',
      Array(12).fill('requestLost'),
      'saveFailed',
      'Google Drive failed again and again during the upload.',
      0,
    ],
    [
      'a session lost twice',
      ['sessionLost', 'sessionLost'],
      'saveFailed',
      'Google Drive lost the upload.',
      0,
    ],
    [
      'a session lost when the file may exist',
      ['responseLost', 'sessionLost'],
      'saveFailed',
      'Google Drive lost the upload at its end. Look in the drive whether the file is there.',
      1,
    ],
    [
      'bytes that were never sent',
      ['tooMuch'],
      'saveFailed',
      'Google Drive reports bytes that were never sent.',
      0,
    ],
    ['a refusal', ['denied'], 'saveRefused', 'The caller does not have permission', 0],
  ])('never creates a second file after %s', async (_, outcomes, key, data, files) => {
    const google = drive(outcomes);
    const failure = googleDrive.save(saving(google.call, content(8 * MiB)));
    await expect(failure).rejects.toMatchObject({ key, data, message: 'Could not save to Google Drive.' });
    expect(google.files).toHaveLength(files);
  });

  it('creates no second empty file if the first may exist', async () => {
    const google = drive(['responseLost', 'sessionLost']);
    await expect(googleDrive.save(saving(google.call, ''))).rejects.toMatchObject({ key: 'saveFailed' });
    expect(google.files).toHaveLength(1);
  });

  it('does not treat an early end as success', async () => {
    const google = drive(['early']);
    await expect(googleDrive.save(saving(google.call, content(9 * MiB)))).rejects.toMatchObject({
      data: 'Google Drive ended the upload too early.',
    });
  });

  it('uses only path and query of the session address', async () => {
    const google = drive([], (id) => `http://evil.example:8080/upload/drive/v3/files?upload_id=${id}#x`);
    await googleDrive.save(saving(google.call, 'a'));
    expect(google.calls[1]?.path).toBe('/upload/drive/v3/files?upload_id=0');
  });

  it.each(['', 'https://www.googleapis.com/drive/v3/files', 'https://[', '//evil.example/x'])(
    'refuses the session address %j',
    async (address) => {
      const google = drive([], () => address);
      await expect(googleDrive.save(saving(google.call, 'a'))).rejects.toMatchObject({
        data: 'Google Drive began no upload.',
      });
      expect(google.calls).toHaveLength(1);
    },
  );

  it('stops when the signal is aborted', async () => {
    const google = drive();
    const reason = new Error('the client has left');
    const controller = new AbortController();
    const call: CallPlatform = async (one) => {
      const response = await google.call(one);
      if (google.ranges().length === 2) controller.abort(reason);
      return response;
    };
    const failure = googleDrive.save(saving(call, content(30 * MiB), { signal: controller.signal }));
    await expect(failure).rejects.toBe(reason);
    expect([google.ranges().length, google.files.length]).toEqual([2, 0]);
  });

  it('sends nothing if the rendered export has been truncated', async () => {
    const google = drive();
    const request = saving(google.call, 'abc');
    const failure = googleDrive.save({ ...request, file: { ...request.file, bytes: 10 } });
    await expect(failure).rejects.toMatchObject({ key: 'saveFailed' });
    expect(google.ranges()).toEqual([]);
  });
});
