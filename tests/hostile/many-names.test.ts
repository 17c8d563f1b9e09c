/**
 * As many names as a table can have, and none of them right: what is looked up by name stands nobody in the way, and
 * no text lists them all (contract 8.3.5).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

/** Of processor time; searching lists in lists took seconds. */
const longestTurnMs = 400;
const owner = 'ann@example.com';
/** Short, because a body of the interface has at most 64 kB. */
const named = (from: number): string[] =>
  Array.from({ length: 9_900 }, (_, n) => (n + from).toString(36).padStart(3, '0'));
const names = named(0);
const others = named(10_000);

let service: TestService;
let ann: Session;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, owner, '--plan', 'pro');
});
afterAll(() => service[Symbol.asyncDispose]());

const csvOf = (columns: readonly string[]): string =>
  `${columns.join(',')}\n${columns.map(() => '1').join(',')}\n`;

async function upload(columns: readonly string[]): Promise<string> {
  const answer = await ann.upload('/api/uploads?name=a.csv', csvOf(columns));
  const last = (await answer.text()).trim().split('\n').at(-1) ?? '';
  return z.object({ upload: z.string() }).parse(JSON.parse(last)).upload;
}

/** As many as one request can say something of. */
const asText = (columns: readonly string[]) =>
  columns.slice(0, 1_500).map((column) => ({ column, type: 'string' }));

const dataOf = async (answer: Response): Promise<string> =>
  z.object({ data: z.string() }).parse(await answer.json()).data;

/** The names that are not there, cut with their number. */
const cut = /^.{10,2000} and [19],\d\d\d more\b.{0,2000}$/s;

it('of an endpoint whose file was replaced by one with other columns', async () => {
  const file = join(service.folder, 'other.csv');
  await writeFile(file, csvOf(others));
  const id = await service.publish(csvOf(names), '--owner', owner, '--fields', names.toReversed().join(','));
  const replaced = await longestTurn(() => service.command('publish', file, '--replace', id));
  expect(replaced.result['lostFields']).toHaveLength(9_900);
  const hit = await longestTurn(() => service.get(id));
  expect(hit.result.status).toBe(409);
  expect(await dataOf(hit.result)).toMatch(cut);
  const page = await longestTurn(() => ann.call('GET', `/api/endpoints/${id}/columns`));
  expect(page.result.status).toBe(409);
  const turns = [replaced, hit, page].map(({ longestMs }) => longestMs < longestTurnMs);
  expect({ turns, told: [hit.longestMs, page.longestMs] }).toMatchObject({ turns: [true, true, true] });
});

it('of what is chosen, corrected, previewed and published in the browser', async () => {
  const id = await service.publish(csvOf(names), '--owner', owner);
  const draft = await upload(names);
  const calls = {
    choose: () => ann.call('PATCH', `/api/endpoints/${id}`, { fields: others }),
    correct: () =>
      ann.call('POST', `/api/uploads/${draft}/corrections`, { decimal: null, columns: asText(others) }),
    preview: () => ann.call('POST', `/api/uploads/${draft}/preview`, { type: 'csv', fields: others }),
    publish: () =>
      ann.call('POST', '/api/endpoints', { upload: draft, name: 'New', type: 'csv', fields: others }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const { longestMs, result } = await longestTurn(call);
    expect(result.status, name).toBeOneOf([400, 409]);
    expect(await dataOf(result), name).toMatch(cut);
    expect({ name, longestMs }).toMatchObject({ name, longestMs: expect.toSatisfy(isShort) });
  }
});

it('of columns that stay text, in a file that takes the place of another', async () => {
  const kept = await upload(names);
  const corrected = await ann.call('POST', `/api/uploads/${kept}/corrections`, {
    decimal: null,
    columns: asText(names),
  });
  const { upload: text } = z.object({ upload: z.string() }).parse(await corrected.json());
  const made = await ann.call('POST', '/api/endpoints', {
    upload: text,
    name: 'Text',
    type: 'csv',
    fields: null,
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const next = await upload(names.toReversed());
  const { longestMs, result } = await longestTurn(() =>
    ann.call('PUT', `/api/endpoints/${id}/file`, { upload: next }),
  );
  expect(await result.json()).toEqual({ lostFields: [] });
  expect(longestMs).toSatisfy(isShort);
});

const isShort = (ms: number): boolean => ms < longestTurnMs;
