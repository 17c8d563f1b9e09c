import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spoolToFolder } from '../table/stored/table-spool.ts';
import type { Row, Table } from '../table/table.ts';
import { isWhole } from './answer.ts';
import { RenderedAnswers } from './kept/rendered-answers.ts';
import { RenderedFiles } from './kept/rendered-files.ts';
import { Turns } from './limits/turns.ts';
import { render } from './render.ts';

const text = 'x'.repeat(1_000);
const rows: Row[] = Array.from({ length: 2_000 }, (_, n) => [`row ${n}`, text]);

async function* oneBatch(): AsyncGenerator<Row[]> {
  yield rows;
}

const large = (): Table => ({
  columns: [
    { name: 'row', type: 'string' },
    { name: 'text', type: 'string' },
  ],
  batches: oneBatch(),
});

test('a CSV that is stored as it is sent waits for no turn of those that are rendered', async () => {
  const scratchDir = await mkdtemp(join(tmpdir(), 'tablecast-test-'));
  onTestFinished(() => rm(scratchDir, { recursive: true }));
  const allTurnsTaken = new Turns(0);
  const context = {
    rendered: new RenderedAnswers(),
    renderedFiles: new RenderedFiles(0),
    turns: allTurnsTaken,
    config: { scratchDir },
  };
  const { table } = await spoolToFolder(large(), scratchDir);
  const planned = {
    endpoint: { name: 'Large' },
    parameters: { nestJson: undefined },
    type: 'csv',
    filename: 'large',
  } as const;
  await using answer = await render(context, planned, table, { coding: undefined });
  const { body } = answer;
  if (isWhole(body)) throw new Error('the body is too small for this test');
  const pieces = await Array.fromAsync(body, (piece) => Buffer.from(piece));
  expect(Buffer.concat(pieces).toString()).toBe(`row,text\n${rows.map((row) => `${row.join()}\n`).join('')}`);
});
