/** Contract 4.8: what a statement may say, and the exact reason when it is refused. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { runawaySql } from '../support/slow-sql.ts';

const owner = 'ann@example.com';
const table = [
  'name,Full Name,Age,city,active,big',
  'Ann,Ann A,41,Oslo,true,9007199254740993',
  'Bo,Bo B,7,Rome,false,-9007199254740993',
  "Cy,O'Neil,41,Oslo,true,",
  '',
].join('\n');

const supported = [
  [
    'WHERE with comparisons',
    'SELECT name FROM service_table WHERE Age >= 41 AND Age <> 7',
    'name\nAnn\nCy\n',
  ],
  [
    'ORDER BY ASC',
    'SELECT name, Age FROM service_table ORDER BY Age ASC, name ASC',
    'name,Age\nBo,7\nAnn,41\nCy,41\n',
  ],
  ['ORDER BY DESC', 'SELECT name FROM service_table ORDER BY name DESC', 'name\nCy\nBo\nAnn\n'],
  ['GROUP BY', 'SELECT city FROM service_table GROUP BY city ORDER BY city', 'city\nOslo\nRome\n'],
  [
    'aggregate COUNT with alias',
    'SELECT city, COUNT(*) AS people FROM service_table GROUP BY city ORDER BY people DESC',
    'city,people\nOslo,2\nRome,1\n',
  ],
  ['column lists', 'SELECT Age, name FROM service_table LIMIT 1', 'Age,name\n41,Ann\n'],
  ['LIMIT', 'SELECT name FROM service_table LIMIT 2', 'name\nAnn\nBo\n'],
  [
    'names with spaces in double quotes',
    'SELECT "Full Name" FROM service_table LIMIT 1',
    'Full Name\nAnn A\n',
  ],
  [
    'string literals in single quotes',
    "SELECT name FROM service_table WHERE \"Full Name\" = 'O''Neil'",
    'name\nCy\n',
  ],
  ['every column', 'SELECT * FROM service_table', table],
  ['the table in any case', 'SELECT name FROM Service_Table LIMIT 1', 'name\nAnn\n'],
  [
    'an alias that is a column in another case',
    'SELECT Age AS NAME FROM service_table ORDER BY NAME LIMIT 1',
    'NAME\n7\n',
  ],
  ['a trailing semicolon', 'SELECT name FROM service_table LIMIT 1;', 'name\nAnn\n'],
  ['a comment', 'SELECT name /* who */ FROM service_table LIMIT 1 -- done', 'name\nAnn\n'],
  [
    'a common table expression',
    'WITH t AS (SELECT Age FROM service_table) SELECT max(Age) AS most FROM t',
    'most\n41\n',
  ],
  ['no rows', 'SELECT name FROM service_table WHERE Age > 100', 'name\n'],
  ['integers beyond 2^53', "SELECT big FROM service_table WHERE name = 'Bo'", 'big\n-9007199254740993\n'],
  ['a boolean is 1 and 0', 'SELECT active FROM service_table WHERE active = 0', 'active\nfalse\n'],
] as const;

const refused = [
  ['no such column: X', 'SELECT salary FROM service_table', 'no such column: salary'],
  ['a column in the wrong case', 'SELECT age FROM service_table', 'no such column: age'],
  ['a column in the wrong case, quoted', 'SELECT "NAME" FROM service_table', 'no such column: NAME'],
  ['a wrong case in WHERE', "SELECT name FROM service_table WHERE City = 'Oslo'", 'no such column: City'],
  ['a wrong case in ORDER BY', 'SELECT name FROM service_table ORDER BY AGE', 'no such column: AGE'],
  [
    'an unknown double-quoted name is never a string',
    'SELECT name FROM service_table WHERE name = "Ann"',
    'no such column: Ann',
  ],
  ['a name with a space unquoted', 'SELECT Full Name FROM service_table', 'no such column: Full'],
  ['no such table: X', 'SELECT * FROM people', 'no such table: people'],
  ['the tables of the engine', 'SELECT * FROM sqlite_master', 'no such table: sqlite_master'],
  [
    'near "X": syntax error',
    'SELECT name FROM service_table WHERE WHERE Age > 1',
    'near "WHERE": syntax error',
  ],
  ['a mistyped word', 'SELEC name FROM service_table', 'near "SELEC": syntax error'],
  ['a missing column list', 'SELECT FROM service_table', 'near "FROM": syntax error'],
  ['unrecognized token', "SELECT name FROM service_table WHERE name = 'Ann", `unrecognized token: "'Ann"`],
  ['unrecognized token: a mark', 'SELECT # FROM service_table', 'unrecognized token: "#"'],
  ['a NUL', 'SELECT name\0 FROM service_table', 'unrecognized token: "\\u0000"'],
  ['the empty statement', '', 'empty statement'],
  ['only a comment', '-- nothing', 'empty statement'],
  ['a second statement', 'SELECT 1; SELECT 2', 'You can only execute one statement at a time.'],
  [
    'a second statement that writes',
    'SELECT 1; DROP TABLE service_table',
    'You can only execute one statement at a time.',
  ],
  ...[
    'VALUES (1)',
    'EXPLAIN SELECT 1',
    'PRAGMA table_info(service_table)',
    'DELETE FROM service_table',
    'UPDATE service_table SET name = 1',
    'INSERT INTO service_table VALUES (1)',
    'DROP TABLE service_table',
    'CREATE TABLE t (a)',
    "ATTACH 'x' AS y",
    'VACUUM',
    'BEGIN',
    'WITH t AS (SELECT 1) DELETE FROM service_table',
  ].map((sql): [string, string, string] => [sql, sql, 'only SELECT statements are allowed']),
  ['a function of the engine', 'SELECT sqlite_version()', 'no such function: sqlite_version'],
  ['a function that loads code', "SELECT load_extension('x')", 'no such function: load_extension'],
  ['a placeholder', 'SELECT ? FROM service_table', 'parameters have no value here: ?'],
] as const;

describe('4.8 SQL parameter rules', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ environment: { SQL_TIME_LIMIT_MS: '500' } });
    await service.command('account', 'create', owner, '--plan', 'pro');
    id = await service.publish(table, '--owner', owner);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const ask = (sql: string, endpoint = id, more = ''): Promise<Response> =>
    service.get(`${endpoint}?sql=${encodeURIComponent(sql)}${more}`);
  async function expectRefusal(sql: string, data: unknown, endpoint = id): Promise<void> {
    const { cost, answer } = await costOf(service, () => ask(sql, endpoint));
    expect([answer.status, cost]).toEqual([400, 0]);
    expect(await answer.json()).toMatchObject({ error: 'Could not validate sql.', data });
  }

  it.each(supported)('supported: %s', async (_what, sql, body) => {
    const { cost, answer } = await costOf(service, () => ask(sql));
    expect([await answer.text(), cost]).toEqual([body, 1]);
  });

  it.each(refused)('400 `Could not validate sql.`, `data` holds the reason: %s', async (_what, sql, data) => {
    await expectRefusal(sql, data);
  });

  it('two columns that differ only in case can both be used', async () => {
    const endpoint = await service.publish('id,ID,Id\n1,2,3\n', '--owner', owner);
    const answer = await ask('SELECT Id, ID, id FROM service_table WHERE id < ID AND ID < Id', endpoint);
    expect(await answer.text()).toBe('Id,ID,id\n3,2,1\n');
    await expectRefusal('SELECT iD FROM service_table', 'no such column: iD', endpoint);
  });

  it("column names must match the endpoint's columns: those not selected are not there", async () => {
    const endpoint = await service.publish(table, '--owner', owner, '--fields', 'name');
    expect(await (await ask('SELECT * FROM service_table', endpoint)).text()).toBe('name\nAnn\nBo\nCy\n');
    await expectRefusal('SELECT city FROM service_table', 'no such column: city', endpoint);
  });

  it('one endpoint never sees the data of another', async () => {
    const other = await service.publish('secret\ncanary\n');
    const answers = await Promise.all([
      ask('SELECT * FROM service_table'),
      ask('SELECT * FROM service_table', other),
    ]);
    expect(await answers[0].text()).not.toContain('canary');
    expect(await answers[1].text()).toBe('secret\ncanary\n');
  });

  it('the column of a result keeps its type in JSON', async () => {
    const answer = await ask(
      'SELECT active, Age, name, big FROM service_table LIMIT 1',
      id,
      '&type=json_values',
    );
    expect(await answer.text()).toBe('[[true,41,"Ann",9007199254740993]]');
  });

  it('over the time limit: 400, `data` names the limit, no credit, and the service still answers', async () => {
    const began = performance.now();
    await expectRefusal(runawaySql, 'the statement ran longer than the limit of 500 ms');
    expect(performance.now() - began).toBeLessThan(atThisPace(5_000));
    expect((await service.get('')).status).toBe(200);
    expect(await (await ask('SELECT count(*) AS n FROM service_table')).text()).toBe('n\n3\n');
  });

  it('runaway statements of one endpoint do not keep another waiting for ever', async () => {
    const other = await service.publish('n\n1\n');
    const { cost, answer } = await costOf(service, async () => {
      const runaways = Array.from({ length: 4 }, () => ask(runawaySql));
      const honest = await ask('SELECT n FROM service_table', other);
      expect((await Promise.all(runaways)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
      return honest;
    });
    expect([await answer.text(), cost]).toEqual(['n\n1\n', 0]);
  });

  it.each([
    ['a value that is too large', 'SELECT zeroblob(900000000) AS b FROM service_table'],
    ['a text that is too large', "SELECT printf('%.900000000c', 'x') AS t FROM service_table"],
  ])('over the memory limit: %s', async (_what, sql) => {
    await expectRefusal(sql, expect.stringMatching(/too big|out of memory|limit/));
  });

  it('a result that never ends is 400, never a begun 200 that breaks off', async () => {
    await expectRefusal(
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c',
      expect.stringContaining('limit'),
    );
  });

  it('a long statement is run to its last word', async () => {
    const comment = `/* ${'x'.repeat(9_000)} */`;
    expect(await (await ask(`SELECT name ${comment} FROM service_table LIMIT 1`)).text()).toBe('name\nAnn\n');
    await expectRefusal(`SELECT name ${comment} FROM service_table LIMIT`, 'incomplete input');
  });
});
