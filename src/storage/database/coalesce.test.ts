import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coalesced } from './coalesce.ts';

function counting() {
  const asked: string[] = [];
  let state = 0;
  const find = coalesced(async (key = '') => {
    asked.push(key);
    if (key === 'lost') throw new Error('the database is away');
    return { key, state };
  });
  const change = (): void => {
    state += 1;
  };
  return { asked, find, change };
}

it('equal questions of one turn are one, and what changed before it is asked is in the answer', async () => {
  const { asked, find, change } = counting();
  const answers = [find('a'), find('b'), find('a')];
  change();
  expect(await Promise.all(answers)).toEqual([
    { key: 'a', state: 1 },
    { key: 'b', state: 1 },
    { key: 'a', state: 1 },
  ]);
  expect(asked).toEqual(['a', 'b']);
});

it('the next turn asks anew', async () => {
  const { asked, find, change } = counting();
  await find('a');
  change();
  expect(await find('a')).toEqual({ key: 'a', state: 1 });
  await turn();
  expect(asked).toEqual(['a', 'a']);
});

it('a failure reaches all who asked, and nobody later', async () => {
  const { asked, find } = counting();
  const results = await Promise.allSettled([find('lost'), find('lost'), find('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await expect(find('lost')).rejects.toThrow('away');
  expect(asked).toEqual(['lost', 'a', 'lost']);
});
