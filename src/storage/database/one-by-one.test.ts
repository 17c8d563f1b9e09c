import { expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

it('works on the others although one fails, and then says what failed first', async () => {
  const done: number[] = [];
  const working = oneByOne([1, 2, 3, 4], async (item) => {
    if (item % 2 === 0) throw new Error(`broken ${item}`);
    done.push(item);
  });
  await expect(working).rejects.toThrow('broken 2');
  expect(done).toEqual([1, 3]);
});

it('ends at once when the database is away', async () => {
  const done: number[] = [];
  const working = oneByOne([1, 2], async (item) => {
    done.push(item);
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  });
  await expect(working).rejects.toThrow('refused');
  expect(done).toEqual([1]);
});
