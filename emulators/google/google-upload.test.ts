/**
 * Resumable uploads of Drive with plain requests: 308 and its Range, partially stored chunks, status queries, lost
 * responses, lost sessions, and never a second file.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GoogleEmulator, startGoogleEmulator } from './google-emulator.ts';
import { googleFaults } from './google-faults.ts';

const unit = 262_144;
const content = randomBytes(unit * 2 + 1000);

let google: GoogleEmulator;
let token: string;
beforeEach(async () => {
  google = await startGoogleEmulator();
  token = google.addGrant().accessToken;
});
afterEach(() => google.close());

async function open(length: number | undefined = content.length): Promise<string> {
  const answer = await fetch(
    `${google.api.origin}/upload/drive/v3/files?uploadType=resumable&fields=id,name,size`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json; charset=UTF-8',
        'x-upload-content-type': 'text/csv',
        'x-upload-content-length': String(length),
      },
      body: JSON.stringify({ name: 'big.csv' }),
    },
  );
  expect(answer.status).toBe(200);
  return answer.headers.get('location') ?? '';
}

function put(session: string, start: number, end: number, total: number | '*' = content.length) {
  return fetch(session, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${start}-${end - 1}/${total}` },
    body: content.subarray(start, end),
  });
}

function ask(session: string, total: number | '*' = content.length) {
  return fetch(session, { method: 'PUT', headers: { 'content-range': `bytes */${total}` } });
}

describe('a resumable upload', () => {
  it('takes chunks, answers 308 with what it has, and the file at the end', async () => {
    const session = await open();
    const before = await ask(session);
    expect([before.status, before.headers.get('range')]).toEqual([308, null]);
    const first = await put(session, 0, unit);
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`]);
    const status = await ask(session);
    expect([status.status, status.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`]);
    expect(google.files).toEqual([]);
    const last = await put(session, unit, content.length);
    expect(last.status).toBe(200);
    expect(await last.json()).toEqual({
      id: google.files[0]?.id,
      name: 'big.csv',
      size: String(content.length),
    });
    expect(google.files[0]).toMatchObject({ mimeType: 'text/csv', owner: 'ada@example.com' });
    expect(google.files[0]?.content.equals(content)).toBe(true);
  });

  it('takes everything at once, and an empty file', async () => {
    const whole = await fetch(await open(), { method: 'PUT', body: content });
    expect(whole.status).toBe(200);
    expect(google.files[0]?.content.equals(content)).toBe(true);
    const empty = await fetch(await open(0), { method: 'PUT' });
    expect(empty.status).toBe(200);
    expect((await ask(await open(0), 0)).status).toBe(200);
    expect(google.files.map((file) => file.content.length)).toEqual([content.length, 0, 0]);
  });

  it('counts a chunk that is not the last only in multiples of 256 KiB', async () => {
    const session = await open();
    const odd = await put(session, 0, unit + 500);
    expect(odd.headers.get('range')).toBe(`bytes=0-${unit - 1}`);
    expect((await put(session, unit, unit + 500)).status).toBe(400);
  });

  it('refuses a gap, a wrong length and another size; takes bytes that it already has', async () => {
    const session = await open();
    expect((await put(session, unit, 2 * unit)).status).toBe(400);
    const short = await fetch(session, {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-${unit - 1}/${content.length}` },
      body: content.subarray(0, 100),
    });
    expect(short.status).toBe(400);
    expect((await put(session, 0, unit, 999_999_999)).status).toBe(400);
    expect((await put(session, 0, unit)).status).toBe(308);
    expect((await put(session, 0, content.length)).status).toBe(200);
    expect(google.files[0]?.content.equals(content)).toBe(true);
  });

  it('goes on after a chunk that failed', async () => {
    google.api.addFault(googleFaults.chunkFails);
    const session = await open();
    await put(session, 0, unit);
    expect((await put(session, unit, 2 * unit)).status).toBe(503);
    expect((await ask(session)).headers.get('range')).toBe(`bytes=0-${unit - 1}`);
    expect((await put(session, unit, content.length)).status).toBe(200);
  });

  it('keeps what arrived when its answer is lost, and makes no second file', async () => {
    google.api.addFault(googleFaults.chunkAnswerLost);
    const session = await open();
    await put(session, 0, unit);
    await expect(put(session, unit, content.length).then((answer) => answer.text())).rejects.toThrow();
    const status = await ask(session);
    expect(await status.json()).toMatchObject({ name: 'big.csv' });
    expect((await put(session, unit, content.length)).status).toBe(200);
    expect(google.files).toHaveLength(1);
  });

  it('loses a session', async () => {
    google.api.addFault(googleFaults.sessionLost);
    expect((await put(await open(), 0, unit)).status).toBe(404);
    const unknown = `${google.api.origin}/upload/drive/v3/files?uploadType=resumable&upload_id=unknown`;
    expect((await put(unknown, 0, unit)).status).toBe(404);
  });

  it('needs room and a token to begin', async () => {
    const begin = () =>
      fetch(`${google.api.origin}/upload/drive/v3/files?uploadType=resumable`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    google.storageFull = true;
    expect(await (await begin()).json()).toMatchObject({
      error: { code: 403, errors: [{ reason: 'storageQuotaExceeded' }] },
    });
    google.revoke(token);
    expect((await begin()).status).toBe(401);
  });
});

it('names a file Untitled when only its bytes are sent', async () => {
  const answer = await fetch(`${google.api.origin}/upload/drive/v3/files?uploadType=media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: 'a,b',
  });
  expect(await answer.json()).toMatchObject({ kind: 'drive#file', name: 'Untitled', mimeType: 'text/csv' });
});

it('refuses a multipart body that is broken', async () => {
  const answer = await fetch(`${google.api.origin}/upload/drive/v3/files?uploadType=multipart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/related; boundary=b' },
    body: '--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b--',
  });
  expect(answer.status).toBe(400);
  expect(google.files).toEqual([]);
});
