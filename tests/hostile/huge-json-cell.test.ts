/** One cell of megabytes of JSON holds up nobody but who asks for it (contract 4.6.9). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../support/longest-turn.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

it('a cell nested 1.5 million deep', async () => {
  const depth = 1_500_000;
  const cell = `"[{""a"":${'['.repeat(depth)}${']'.repeat(depth)}}]"`;
  const id = await service.publish(`id,links\n1,${cell}\n`);
  const { longestMs, result } = await longestTurn(async () => {
    const answer = await service.get(`${id}?extract_json_property=none&type=json_values`);
    return [answer.status, await answer.text()];
  });
  expect(result).toEqual([200, '[[1,""]]']);
  expect(longestMs).toBeLessThan(atThisPace(400));
});
