/**
 * Bodies of large uploads are made once and then sent as they are: the same bytes, of the current file only, gone with
 * it, and never more of them than RENDERED_MB.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const rows = (word: string): string =>
  `n,text\n${Array.from({ length: 30_000 }, (_, n) => `${n},${word} ${n % 977} & more\n`).join('')}`;

describe('8 Rendered bodies of large uploads', () => {
  let service: TestService;
  afterEach(() => service[Symbol.asyncDispose]());
  const start = async (environment: Readonly<Record<string, string>> = {}, from?: TestService) => {
    service = await startTestService({ environment, ...(from && { from }) });
    return service;
  };

  const uploads = async (): Promise<string[]> => readdir(join(service.folder, 'uploads'));
  const kept = async (): Promise<string[]> => {
    const files: string[] = [];
    for (const id of await uploads()) {
      const folder = join(service.folder, 'uploads', id);
      for (const name of await readdir(folder)) if (name.startsWith('render')) files.push(join(folder, name));
    }
    return files;
  };
  const body = async (address: string, coding = ''): Promise<string> => {
    const header = coding === '' ? [] : [`Accept-Encoding: ${coding}`];
    const { status, headers, bytes } = await rawRequest(service.url, `GET /${address}`, header);
    expect([status, headers.get('content-encoding') ?? '']).toEqual([200, coding]);
    if (coding === 'gzip') return gunzipSync(bytes).toString();
    return (coding === 'zstd' ? zstdDecompressSync(bytes) : bytes).toString();
  };

  it('a second reader gets the same body, in every coding and format', async () => {
    await start();
    const id = await service.publish(rows('one'));
    for (const type of ['csv', 'json_records', 'json_columns', 'xml']) {
      const plain = await body(`${id}?type=${type}`);
      for (const coding of ['', 'gzip', 'zstd', '', 'gzip', 'zstd']) {
        expect((await body(`${id}?type=${type}`, coding)) === plain).toBe(true);
      }
    }
    // A CSV as it is stored is no second file.
    expect(await kept()).toHaveLength(4 * 3 - 1);
  });

  it('the second answer comes from the file', async () => {
    await start();
    const id = await service.publish(rows('one'));
    const first = await body(`${id}?type=json_records`);
    const [file = ''] = await kept();
    expect((await readFile(file, 'utf8')) === first).toBe(true);
    await writeFile(file, '["kept"]');
    expect(await body(`${id}?type=json_records`)).toBe('["kept"]');
  });

  it('pages keep the nonce that their policy allows', async () => {
    await start();
    const id = await service.publish(rows('one'));
    for (let turn = 0; turn < 2; turn++) {
      const answer = await service.get(`${id}?type=html_table`);
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
      expect(await answer.text()).toContain(`<style nonce="${nonce}">`);
    }
    expect(await kept()).toHaveLength(1);
  });

  it('a file that replaces another is never answered from the old one, and other parameters do not fill the disk', async () => {
    await start();
    const id = await service.publish(rows('one'));
    await body(`${id}?type=json_records`);
    await service.publish(rows('two'), '--replace', id);
    expect(await body(`${id}?type=json_records`)).toContain('two 976 & more');
    const before = (await kept()).length;
    for (let n = 0; n < 5; n++) await body(`${id}?type=json_records&nest_json=key${n}`);
    expect(await kept()).toHaveLength(before);
  });

  it('an answer that its reader breaks off is not kept', async () => {
    await start();
    const id = await service.publish(rows('one'));
    const controller = new AbortController();
    const answer = await fetch(`${service.url}/${id}?type=dynamic_table`, { signal: controller.signal });
    await answer.body?.getReader().read();
    controller.abort();
    await expect.poll(async () => (await kept()).filter((name) => name.includes('rendering-'))).toEqual([]);
  });

  it('are found again after a restart, bounded by RENDERED_MB, and none with 0', async () => {
    const first = await start({ RENDERED_MB: '8' });
    const id = await service.publish(rows('one'));
    for (const type of ['json_records', 'json_index', 'json_split', 'xml', 'json_values', 'ndjson']) {
      await body(`${id}?type=${type}`);
    }
    const bytes = async (): Promise<number> =>
      (await Promise.all((await kept()).map(async (file) => (await readFile(file)).length))).reduce(
        (sum, length) => sum + length,
        0,
      );
    await expect.poll(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(await bytes()).toBeGreaterThan(0);
    await first.stop();
    await start({ RENDERED_MB: '0' }, first);
    await expect.poll(kept).toEqual([]);
    await body(`${id}?type=json_records`);
    expect(await kept()).toEqual([]);
  });
});
