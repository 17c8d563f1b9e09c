import { describe, expect, it } from 'vitest';
import { listPage } from '../../../tests/sources/notion-stand-in.ts';
import { ServiceError } from '../../errors/errors.ts';
import { PlatformRefusal } from '../../platform/platform-request.ts';
import { ReadAgain } from '../source.ts';
import { openCursor, pageShape } from './cursor.ts';
import { request } from './request.ts';

type Ask = (cursor: string | undefined) => unknown;

function pages(answer: Ask, { ahead = false } = {}) {
  const asked: (string | undefined)[] = [];
  const ask = (cursor: string | undefined) => {
    asked.push(cursor);
    const call = async () => ({ status: 200, headers: {}, json: await answer(cursor) });
    return request(call, { path: '/v1/list' }, pageShape);
  };
  return { asked, list: openCursor(ask, { ahead }) };
}

async function results(answer: Ask): Promise<unknown[]> {
  return (await Array.fromAsync(pages(answer).list)).flatMap((page) => page.results);
}

describe('the pages of a list', () => {
  it('are read to the end, also past a short and an empty one', async () => {
    const answers: Record<string, unknown> = {
      a: listPage([2], 'b'),
      b: listPage([], 'c'),
      c: listPage([3]),
    };
    expect(await results((cursor) => (cursor ? answers[cursor] : listPage([1], 'a')))).toEqual([1, 2, 3]);
  });

  it('are asked for one ahead only when that is wanted', async () => {
    const answer: Ask = (cursor) => listPage([cursor], cursor ? null : 'a');
    const lazy = pages(answer);
    await lazy.list.next();
    expect(lazy.asked).toEqual([undefined]);
    const eager = pages(answer, { ahead: true });
    await eager.list.next();
    expect(eager.asked).toEqual([undefined, 'a']);
  });

  it('may be left while the next one fails', async () => {
    const { list } = pages(
      (cursor) => {
        if (cursor) throw new Error('too late');
        return listPage([1], 'a');
      },
      { ahead: true },
    );
    await list.next();
    await list.return(undefined);
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('a list without an end', () => {
  it('stops when a cursor comes back', async () => {
    const turn: Record<string, string> = { a: 'b', b: 'a' };
    const endless = results((cursor) => listPage([1], turn[cursor ?? 'b'] ?? 'a'));
    await expect(endless).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: expect.stringMatching(/again and again/),
    });
  });

  it('stops when pages stay empty', async () => {
    let count = 0;
    const endless = results(() => listPage([], `cursor-${count++}`));
    await expect(endless).rejects.toMatchObject({
      key: 'sourceUnavailable',
      data: expect.stringMatching(/empty pages/),
    });
  });

  it('stops when there is more but no cursor', async () => {
    const endless = results(() => ({ ...listPage([1]), has_more: true }));
    await expect(endless).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('a refusal', () => {
  const refuse = (status: number): never => {
    throw new PlatformRefusal(status, 'validation_error', 'The start_cursor provided is invalid.');
  };

  it('of a later page means to read again', async () => {
    const expired = results((cursor) => (cursor ? refuse(400) : listPage([1], 'a')));
    await expect(expired).rejects.toBeInstanceOf(ReadAgain);
  });

  it('of the first page is thrown as it is', async () => {
    await expect(results(() => refuse(400))).rejects.toBeInstanceOf(PlatformRefusal);
  });

  it('for another reason is thrown as it is', async () => {
    const gone = results((cursor) => (cursor ? refuse(404) : listPage([1], 'a')));
    await expect(gone).rejects.toBeInstanceOf(PlatformRefusal);
  });
});

it.each([[undefined], [null], ['<html>'], [{ results: {}, has_more: false }], [{ results: [] }]])(
  'an answer that is no list (%j) is a source that cannot be read',
  async (answer) => {
    await expect(results(() => answer)).rejects.toMatchObject({ key: 'sourceUnavailable' });
  },
);
