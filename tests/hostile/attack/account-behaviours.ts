/** What an attacker does with statements, tokens, passwords and the accounts that it has. */
import { type Attack, between, oneOf } from './attack-target.ts';
import type { Behaviour } from './connection-behaviours.ts';

const statements = [
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c',
  'SELECT count(*) FROM service_table a, service_table b, service_table c, service_table d',
  "SELECT group_concat(text, '') FROM service_table a, service_table b",
  'SELECT DISTINCT a.text || b.text FROM service_table a, service_table b ORDER BY 1',
  "SELECT instr(replace(hex(zeroblob(400000)), '0', 'ab'), replace(hex(zeroblob(200000)), '0', 'ba')) FROM service_table",
  'SELECT * FROM sqlite_master',
  'SELECT nothing FROM service_table',
  'SELECT 1; DROP TABLE service_table',
  'SELECT a.*, b.* FROM service_table a, service_table b',
  'SELECT randomblob(1000000000)',
] as const;

const files: readonly [(size: number) => string, ...((size: number) => string)[]] = [
  (size) => `n,text\n${'1,some words\n'.repeat(size)}`,
  (size) => `${'x'.repeat(size * 12)}\n1\n`,
  (size) => `a\n"${'x'.repeat(size * 12)}`,
  (size) => `${Array.from({ length: Math.min(9_900, size) }, (_, at) => `c${at}`).join(',')}\n1\n`,
  (size) => `${','.repeat(size)}\n${'\n'.repeat(size)}`,
  (size) => `a,b\n${'\0'.repeat(size)}\n`,
  (size) => `a\n${'[[[['.repeat(size)}\n`,
];

export const accountBehaviours: Readonly<Record<string, Behaviour>> = {
  'runs a hostile statement': (attack) =>
    ask(
      attack,
      'GET',
      `/${account(attack).endpoint}?sql=${encodeURIComponent(unlike(attack, oneOf(attack, statements)))}`,
    ),

  'guesses tokens': async (attack) => {
    for (let count = 0; count < 20 && !attack.until.aborted; count++)
      await ask(attack, 'GET', `/${attack.lockedEndpoint}`, undefined, {
        authorization: `Bearer ${attack.random()}`,
      });
  },

  'guesses passwords': async (attack) => {
    for (let count = 0; count < 20 && !attack.until.aborted; count++) {
      const email = oneOf(attack, [account(attack).email, `${attack.random()}@example.com`]);
      await ask(attack, 'POST', '/api/auth/sign-in/email', { email, password: `guess ${attack.random()}` });
    }
  },

  'asks who it is': async (attack) => {
    for (let count = 0; count < 100 && !attack.until.aborted; count++)
      await ask(attack, 'GET', '/api/auth/get-session', undefined, { cookie: account(attack).cookie });
  },

  'previews a hostile statement': (attack) => {
    const { endpoint, cookie } = account(attack);
    const parameters = {
      sql: unlike(attack, oneOf(attack, statements)),
      type: oneOf(attack, ['csv', 'json_records']),
    };
    return ask(attack, 'POST', `/api/endpoints/${endpoint}/preview`, { parameters }, { cookie });
  },

  'uploads a hostile file': (attack) => {
    const content = oneOf(attack, files)(between(attack, 1_000, 400_000));
    const headers = { cookie: account(attack).cookie, 'content-type': 'application/octet-stream' };
    return ask(attack, 'POST', '/api/uploads?name=a.csv', Buffer.from(content), headers);
  },

  'uploads, and leaves before the end': (attack) => {
    const until = AbortSignal.any([attack.until, AbortSignal.timeout(between(attack, 5, 300))]);
    return accountBehaviours['uploads a hostile file']?.({ ...attack, until }) ?? Promise.resolve();
  },

  'looks for what is not there': (attack) =>
    ask(
      attack,
      'GET',
      oneOf(attack, [
        '/proxy/%00',
        '/%2e%2e/%2e%2e/etc/passwd',
        `/${'a'.repeat(10_000)}`,
        '/api/endpoints?search=%00',
      ]),
      undefined,
      {
        cookie: account(attack).cookie,
      },
    ),
};

function account(attack: Attack): Attack['accounts'][number] {
  const { accounts } = attack;
  return accounts[between(attack, 0, accounts.length - 1)] ?? { email: '', cookie: '', endpoint: '' };
}

/** Equal statements would share a run. */
const unlike = ({ random }: Attack, sql: string): string => `${sql} -- ${random()}`;

async function ask(
  { url, until }: Attack,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { origin: url, ...(isJson && { 'content-type': 'application/json' }), ...headers },
      signal: until,
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    for await (const _ of answer.body ?? []) if (until.aborted) break;
  } catch {
    // Refused, cut or told to leave: the attacker goes on.
  }
}
