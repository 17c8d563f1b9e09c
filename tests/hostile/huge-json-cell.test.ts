/** One cell of megabytes of JSON holds up nobody but who asks for it (4.6 `extract_json_property`). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestService, type TestService } from '../support/service.ts';

const million = 1_000_000;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

it.each([
  ['nested 3 million deep', `[{"a":${'['.repeat(3 * million)}${']'.repeat(3 * million)}}]`],
  ['of a million properties', `[{"b":1${',"b":1'.repeat(million)}}]`],
])('a cell %s', async (_title, json) => {
  const id = await service.publish(`id,links\n1,${quoted(json)}\n`);
  const { longestMs, result } = await longestTurn(async () => {
    const answer = await service.get(`${id}?extract_json_property=none&type=json_values`);
    return [answer.status, await answer.text()];
  });
  expect(result).toEqual([200, '[[1,""]]']);
  expect(longestMs).toBeLessThan(200);
});
