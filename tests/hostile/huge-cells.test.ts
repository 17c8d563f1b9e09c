/**
 * Cells and rows of the largest size that an upload may have, in every format, with and without compression: the
 * service goes on answering others meanwhile (contract 8.6.2).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { longestStall } from '../support/longest-stall.ts';
import { runProgram, type ServingProgram, serveProgram } from '../support/program.ts';

/** On an idle machine it is below 100 ms; tests share theirs with others. */
const maxStallMs = 1_000;
const cellLength = 3_000_000;

const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join();
const files: Readonly<Record<string, string>> = {
  'a cell of nothing but markup': `name,other\n${'<'.repeat(cellLength)},x\n`,
  'a cell of nothing but quotes': `name,other\n"${'""'.repeat(cellLength / 2)}",x\n`,
  'a row of 10,000 columns': `${wide}\n${`${wide}\n`.repeat(20)}`,
};

describe('8 Cells and rows of any size hold up nobody', () => {
  let folder: string;
  let service: ServingProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-huge-'));
    service = await serveProgram({ DATA_DIR: folder, PORT: '0' });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it.each(Object.entries(files))('%s', async (name, csv) => {
    const file = join(folder, 'upload.csv');
    await writeFile(file, csv);
    const { stdout } = await runProgram(['publish', file, '--name', name], { DATA_DIR: folder });
    const { id } = JSON.parse(stdout);
    for (const type of Object.keys(allFormats)) {
      const stall = await longestStall(service.url, async () => {
        const answer = await fetch(`${service.url}/${id}?type=${type}`);
        expect([type, answer.status]).toEqual([type, 200]);
        await answer.arrayBuffer();
      });
      expect([type, stall < maxStallMs, Math.round(stall)]).toEqual([type, true, Math.round(stall)]);
    }
  });
});
