/**
 * Contract 4.6.2 and 4.6.3: names of parameters are read in any case, and those that mean nothing are told, not obeyed
 * in silence.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

describe('4.6 Misnamed parameters', () => {
  const logLines: string[] = [];
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ logLines });
    id = await service.publish('name,age\nAnn,41\nBo,7\n', '--token', 'a-token-of-the-owner');
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const get = (query: string, method = 'GET'): Promise<Response> =>
    fetch(`${service.url}/${id}?${query}`, {
      method,
      headers: { authorization: 'Bearer a-token-of-the-owner' },
    });
  const ignoredIn = (answer: Response): string | null => answer.headers.get('tablecast-ignored-parameters');

  it.each(['Type=json_values', 'TYPE=json_values', 'type=csv&tYpE=json_values'])(
    'a name is read in any case: %s',
    async (query) => {
      const answer = await get(query);
      expect([await answer.text(), ignoredIn(answer)]).toEqual(['[["Ann",41],["Bo",7]]', null]);
    },
  );

  it('of a name in several cases the last one counts', async () => {
    const answer = await get('type=csv&TYPE=xml&type=json_values');
    expect(await answer.text()).toBe('[["Ann",41],["Bo",7]]');
  });

  it.each([
    ['format=json', 'format'],
    ['limit=1&columns=name&type=csv', 'limit, columns'],
    ['_=1763200000', '_'],
    ['Format=json&Format=xml', 'Format'],
    ['typ%C3%A9=x', 'typ%C3%A9'],
    ['a%0D%0AX-Evil:%201=x', 'a%0D%0AX-Evil%3A%201'],
    ['=x', ''],
  ])('what means nothing is ignored and told: %s', async (query, told) => {
    const answer = await get(query);
    expect([answer.status, await answer.text()]).toEqual([200, 'name,age\nAnn,41\nBo,7\n']);
    expect([ignoredIn(answer), answer.headers.get('x-evil')]).toEqual([told, null]);
  });

  it('is told with errors and without a body too', async () => {
    for (const answer of [await get('format=json&type=nonsense'), await get('format=json', 'HEAD')]) {
      expect(ignoredIn(answer)).toBe('format');
    }
  });

  it('the header is bounded, and a page of another origin may read it', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `${'é'.repeat(index % 9)}n${index}=1`);
    const answer = await get(names.join('&').slice(0, 4_000));
    expect(answer.status).toBe(200);
    expect(ignoredIn(answer)?.length).toBeLessThan(1_200);
    expect(ignoredIn(answer)).toMatch(/^[\w%.*'()!~-]+(, [\w%.*'()!~-]+)*$/);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Tablecast-Ignored-Parameters');
  });

  it('the log line of the request has the names, and no value', async () => {
    const answer = await get('format=hidden-value');
    const requestId = answer.headers.get('x-request-id') ?? 'none';
    await answer.text();
    const line = (): string => logLines.find((one) => one.includes(requestId)) ?? '';
    await expect.poll(line).toContain('"ignored":"format"');
    expect(line()).not.toContain('hidden-value');
  });

  it('on the command line a name that means nothing is refused', async () => {
    await expect(service.command('endpoint', 'preview', id, '--param', 'limit=1')).rejects.toThrow(
      'There is no parameter limit',
    );
    expect(await service.command('endpoint', 'preview', id, '--param', 'Type=json_values')).toMatchObject({
      body: '[["Ann",41],["Bo",7]]',
    });
  });
});
