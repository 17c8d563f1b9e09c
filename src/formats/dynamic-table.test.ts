import { describe, expect, test } from 'vitest';
import type { Batch, Column } from '../table/table.ts';
import { dynamicTable } from './dynamic-table.ts';

const columns: readonly Column[] = [
  { name: 'a', type: 'string' },
  { name: 'a', type: 'integer' },
];

async function render(batches: readonly Batch[], title = 'Orders'): Promise<string[]> {
  const source = (async function* () {
    yield* batches;
  })();
  const context = { title, nonce: 'n0nce', scratchFolder: '' };
  const pieces = await Array.fromAsync(dynamicTable.render({ columns, batches: source }, context));
  return pieces.map(String);
}

/** The JSON blocks of a page, as its script reads them. */
function blocks(page: string): unknown[] {
  const found = page.matchAll(/<script type="application\/json">([^<]*)<\/script>/g);
  return [...found].map((match) => JSON.parse(match[1] ?? ''));
}

describe('the interactive table', () => {
  test('is a single piece if it is small', async () => {
    const pieces = await render([[['x', '1']], [['y', null]]]);
    expect(pieces).toHaveLength(1);
    expect(blocks(pieces.join(''))).toEqual([
      { names: ['a', 'a_2'], numeric: [false, true] },
      [2, ['x', 'y'], [1, null]],
    ]);
  });

  test('is streamed in pieces if it is large', async () => {
    const batch = Array.from({ length: 500 }, (_, index) => ['x'.repeat(100), index]);
    let read = 0;
    const batches = (async function* () {
      for (; read < 100; read++) yield batch;
    })();
    const context = { title: '', nonce: '', scratchFolder: '' };
    for await (const piece of dynamicTable.render({ columns, batches }, context)) {
      expect(piece.length).toBeLessThan(200_000);
      expect(read).toBeLessThan(5);
      break;
    }
  });

  test('contains no markup from cells and no external address', async () => {
    const hostile = '</script><!--<script>x</script>{{title}}$&\u2028';
    const honest = (await render([[['x', '1']]])).join('');
    const page = (await render([[[hostile, '1']]], hostile)).join('');
    expect(page.match(/</g)).toHaveLength(honest.match(/</g)?.length ?? 0);
    expect(blocks(page)[1]).toEqual([1, [hostile], [1]]);
    expect(page).not.toMatch(/https?:|\son\w+=|\sstyle=|localStorage/);
  });

  test('has the nonce on every style and executable script', async () => {
    const page = (await render([[['x', '1']]])).join('');
    expect(page.match(/<(?:script|style)\b[^>]*>/g)?.filter((tag) => !tag.includes('nonce="n0nce"'))).toEqual(
      ['<script type="application/json">', '<script type="application/json">'],
    );
  });
});
