import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { foldSqlName, sqlTokens } from './tokens.ts';

const shown = (sql: string): string[] => sqlTokens(sql).map(({ kind, text }) => `${kind} ${text}`);

describe('tokens', () => {
  test.each([
    ['SELECT a1$, _b FROM t', ['word SELECT', 'word a1$', 'symbol ,', 'word _b', 'word FROM', 'word t']],
    [
      `"a""b" \`c\`\`d\` [e"f] 'it''s'`,
      ['quotedName a"b', 'quotedName c`d', 'quotedName e"f', "string it's"],
    ],
    ['-- x\n1/* y */2/**/3 --', ['literal 1', 'literal 2', 'literal 3']],
    ['/* never closed', []],
    ['1 /*', ['literal 1', 'symbol /', 'symbol *']],
    [
      "x'00ff' X'' 0x1F 1.5e-3 .5 5. 1_000",
      [
        "literal x'00ff'",
        "literal X''",
        'literal 0x1F',
        'literal 1.5e-3',
        'literal .5',
        'literal 5.',
        'literal 1_000',
      ],
    ],
    [
      '? ?1 :a @b $c $d::e(f)',
      ['variable ?', 'variable ?1', 'variable :a', 'variable @b', 'variable $c', 'variable $d::e(f)'],
    ],
    [
      'a->>b->c||d<>e!=f==g<=h>=i<<j>>k',
      'word a,symbol ->>,word b,symbol ->,word c,symbol ||,word d,symbol <>,word e,symbol !=,word f,symbol ==,word g,symbol <=,word h,symbol >=,word i,symbol <<,word j,symbol >>,word k'.split(
        ',',
      ),
    ],
    ['\ufeffä日\u{1f600} b', ['word ä日\u{1f600}', 'word b']],
    ['12abc x', ['illegal 12abc']],
    ["'open x", ["illegal '"]],
    ["x'0 1", ["illegal x'0 "]],
    ["x'0'", ["illegal x'0'"]],
    ["x'00", ["illegal x'00"]],
    ["x'00ff00 1", ["illegal x'00ff00 "]],
    ["x'00'y", ["literal x'00'", 'word y']],
    ['0x1F2E 1e5 1e+5 1e', ['literal 0x1F2E', 'literal 1e5', 'literal 1e+5', 'illegal 1e']],
    ['[[]', ['quotedName [']],
    ['[a[[b]', ['quotedName a[[b']],
    ['a ! b', ['word a', 'illegal !']],
    ['a\u000bb', ['word a', 'illegal \u000b']],
  ])('%j', (sql, expected) => {
    expect(shown(sql)).toEqual(expected);
  });

  test('are illegal where SQLite says so', () => {
    const database = new DatabaseSync(':memory:');
    const characters = Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1));
    for (const first of characters) {
      for (const second of ['', ...characters]) {
        const sql = `SELECT 1 ${first}${second}`;
        const message = errorOf(database, sql);
        const illegal = sqlTokens(sql).at(-1)?.kind === 'illegal';
        // After a syntax error or the end of a statement SQLite reads no further.
        if (first === ';' || message.includes('syntax error')) continue;
        expect([sql, illegal]).toEqual([sql, message.startsWith('unrecognized token')]);
      }
    }
  });
});

function errorOf(database: DatabaseSync, sql: string): string {
  try {
    database.prepare(sql);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('only ASCII letters are folded', () => {
  expect(foldSqlName('ÄBC-İx')).toBe('Äbc-İx');
});
