/**
 * The direction of imports and the sizes of files, held by a test: an import may only point to the right of
 * its own place in the line, and members of one bracket do not import each other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** As `docs/architecture.md` has it: `a > [b c] > d`. */
const line = (
  /^`(main > [^`]+)`$/m.exec(
    readFileSync(resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8'),
  )?.[1] ?? ''
)
  .split(' > ')
  .map((places) => places.replace(/[[\]]/g, '').split(' '));

const rank = new Map<string, number>(
  line.flatMap((places, index) => places.map((place): [string, number] => [place, index])),
);

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|mjs|js)$/.test(name))
  .map((name) => join(source, name));
const program = files.filter((file) => !file.endsWith('.test.ts'));

/** The folder of `src/` that a file is in, or its own name at the top. */
function place(file: string): string {
  const [first = ''] = relative(source, file).split('/');
  return basename(first, extname(first));
}

/** What a file loads or names by a relative address: `import`, `export … from`, `import()`, and workers by URL. */
function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return addresses.flatMap((address) =>
    [...text.matchAll(address)].map(([, path = '']) => resolve(dirname(file), path)),
  );
}

const addresses = [
  /^(?:import|export)\s[^;]*?from '(\.[^']+)'/gms,
  /^import '(\.[^']+)'/gm,
  /\bimport\(\s*'(\.[^']+)'/g,
  /\bnew URL\(\s*'(\.[^']+\.(?:ts|mjs|js))'/g,
];

describe('the direction of imports', () => {
  it('knows every folder and top-level file', () => {
    expect([...new Set(program.map(place))].filter((name) => !rank.has(name))).toEqual([]);
  });

  it('points to the right everywhere', () => {
    const wrong = program.flatMap((file) => {
      const own = rank.get(place(file)) ?? -1;
      return imports(file)
        .filter((target) => place(target) !== place(file) && (rank.get(place(target)) ?? -1) <= own)
        .map((target) => `${relative(source, file)} imports ${relative(source, target)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('keeps the steps free of state and effects: they are handed what they need', () => {
    const steps = program.filter((file) =>
      ['sources', 'transform', 'sql', 'formats', 'destinations'].includes(place(file)),
    );
    const bound = steps.filter((file) =>
      imports(file).some((target) => ['app-context', 'mail', 'storage'].includes(place(target))),
    );
    expect(bound).toEqual([]);
  });

  it('keeps the service and the SQL sandbox apart: both import only the language they share', () => {
    const side = (file: string): string => /\/sql\/(sandbox|language)\//.exec(file)?.[1] ?? 'service';
    const crossing = program
      .filter((file) => place(file) === 'sql')
      .flatMap((file) => imports(file).map((target) => [file, target] as const))
      .filter(([, target]) => place(target) === 'sql' && side(target) !== 'language')
      .filter(([file, target]) => side(file) !== side(target))
      // Started as a process, not imported.
      .filter(([, target]) => basename(target) !== 'child.ts');
    expect(crossing.map((pair) => pair.map((file) => relative(source, file)))).toEqual([]);
  });

  it('keeps the sources apart: no folder of one imports from the folder of another', () => {
    const folderOf = (file: string): string | undefined =>
      /^sources\/(.+)\//.exec(relative(source, file))?.[1];
    const across = program.filter((file) =>
      imports(file).some(
        (target) => folderOf(file) && folderOf(target) && folderOf(file) !== folderOf(target),
      ),
    );
    expect(across.map((file) => relative(source, file))).toEqual([]);
  });
});

describe("SQL of the service's own state", () => {
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bdb\s*\.transaction\(/;
  const rawSql = /^import[^;]*\bsql\b[^;]*from 'kysely'/m;

  it('is in stores and in storage only', () => {
    const others = program.filter((file) => !file.endsWith('-store.ts') && place(file) !== 'storage');
    const querying = others.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return query.test(text) || rawSql.test(text);
    });
    expect(querying.map((file) => relative(source, file))).toEqual([]);
  });
});

describe('the sizes of files', () => {
  const lengths = program.map((file) => readFileSync(file, 'utf8').split('\n').length).sort((a, b) => a - b);
  const at = (share: number): number => lengths[Math.floor(share * (lengths.length - 1))] ?? 0;

  it('has a median of at most 80 lines, 95 of 100 files under 250, none over 400', () => {
    expect({ median: at(0.5) <= 80, p95: at(0.95) <= 250, longest: at(1) <= 400 }).toEqual({
      median: true,
      p95: true,
      longest: true,
    });
  });

  /** In the folders of the sources the same job has the same name. */
  it('gives every file a name of its own', () => {
    const isOfSource = (file: string): boolean => /\/sources\/[^/]+\//.test(file);
    const ofSources = Map.groupBy(program.filter(isOfSource), (file) => basename(file));
    const isShared = (file: string): boolean => (ofSources.get(basename(file)) ?? []).length > 1;
    const names = program
      .filter((file) => !isOfSource(file) || !isShared(file))
      .map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('opens every file with the rule it implements', () => {
    expect(
      program
        .filter((file) => !readFileSync(file, 'utf8').startsWith('/**'))
        .map((file) => relative(source, file)),
    ).toEqual([]);
  });
});

describe('the dashboard', () => {
  const folder = resolve(import.meta.dirname, '../dashboard/src');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

  it('knows of the service the types of its contract alone', () => {
    const outside = pages.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(import type)?.*from '((?:\.\.\/)+src\/[^']+)'/gm)].map(
        ([, type, path = '']) => [
          relative(folder, file),
          type,
          relative(source, resolve(dirname(file), path)),
        ],
      ),
    );
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter(([, type, path]) => type === undefined || path !== 'api/contract.ts')).toEqual([]);
  });

  it('opens every file with what it is for', () => {
    const silent = pages.filter((file) => !readFileSync(file, 'utf8').startsWith('/**'));
    expect(silent.map((file) => relative(folder, file))).toEqual([]);
  });

  it('has no file over 300 lines', () => {
    const long = pages.filter((file) => readFileSync(file, 'utf8').split('\n').length > 300);
    expect(long.map((file) => relative(folder, file))).toEqual([]);
  });
});
