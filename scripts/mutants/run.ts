/**
 * Mutation testing (`npm run mutants`): changes the code in one small way at a time and runs the tests that guard
 * it. A mutant that no test notices has survived. Ends with status 1 when less than 85 of 100 mutants of any
 * folder are noticed.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Equivalent, equivalents } from './equivalent.ts';
import { testsOfFolders } from './folders.ts';
import { type HandWritten, handWritten } from './hand-written.ts';
import { type Mutant, makeMutants, mutantAt, sampleOf } from './make-mutants.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src');
const wantedScore = 85;
const handWrittenLimitMs = 120_000;

const { values: options } = parseArgs({
  options: {
    /** Folders or files of `src/`, with commas between. */
    only: { type: 'string' },
    /** Mutants of each folder, besides those by hand. */
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: 'tablecast' },
    /** Copies of the project that work side by side. */
    copies: { type: 'string', default: '2' },
  },
});

/** A mutant and the tests that should notice it. */
interface Task {
  readonly group: string;
  readonly mutant: Mutant;
  readonly tests: readonly string[];
  readonly timeLimitMs: number;
}

interface Outcome {
  readonly group: string;
  readonly mutant: Mutant;
  readonly killed: boolean;
}

const byHand = 'by hand';
const wanted = options.only?.split(',') ?? [...Object.keys(testsOfFolders), ''];
const copies = Array.from({ length: Number(options.copies) }, () => openWorkplace(root));
const workplaces = await Promise.all(copies);
try {
  const tasks = [...(await handWrittenTasks()), ...(await sampledTasks())];
  report(await testAll(workplaces, tasks));
} finally {
  for (const workplace of workplaces) await workplace[Symbol.asyncDispose]();
}

async function handWrittenTasks(): Promise<Task[]> {
  const rows = handWritten.filter(({ file }) => isWanted(file));
  print(`${byHand}: ${rows.length} mutants`);
  return rows.map((row) => ({
    group: byHand,
    mutant: applied(row),
    tests: row.tests,
    timeLimitMs: handWrittenLimitMs,
  }));
}

function applied({ file, before, after }: HandWritten): Mutant {
  const text = readFileSync(join(source, file), 'utf8');
  const at = text.indexOf(before);
  if (at < 0 || text.includes(before, at + 1)) throw new Error(`not exactly once in ${file}: ${before}`);
  return mutantAt(file, text, at, at + before.length, after);
}

async function sampledTasks(): Promise<Task[]> {
  const tasks: Task[] = [];
  const folders = Object.keys(testsOfFolders).filter((folder) => wanted.some((path) => isIn(path, folder)));
  await shareOut(workplaces, folders, async (workplace, folder) => {
    const sample = await sampleOfFolder(folder);
    if (sample.length === 0) return;
    const tests = testFiles(folder);
    const timeLimitMs = 3 * (await timeWithoutMutant(workplace, folder, tests)) + 20_000;
    for (const mutant of await sampleOfFolder(folder))
      tasks.push({ group: folder, mutant, tests, timeLimitMs });
  });
  return tasks;
}

async function sampleOfFolder(folder: string): Promise<Mutant[]> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && isWanted(file))
    .sort();
  const all = await makeMutants(source, files);
  const counted = all.filter((mutant) => !equivalents.some((row) => isOf(row, mutant)));
  const stale = equivalents.find(
    (row) => files.includes(row.file) && !all.some((mutant) => isOf(row, mutant)),
  );
  if (stale) throw new Error(`no such mutant in ${stale.file}: ${stale.line}`);
  const sample = sampleOf(counted, Number(options.count), options.seed);
  print(`${folder}: ${sample.length} of ${all.length} mutants`);
  return sample;
}

function isOf({ file, line, after }: Equivalent, mutant: Mutant): boolean {
  return file === mutant.file && line === mutant.lineText && after === mutant.after;
}

function isWanted(file: string): boolean {
  return wanted.some((path) => file.startsWith(path));
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function testFiles(folder: string): string[] {
  return (testsOfFolders[folder] ?? []).flatMap((path) =>
    path.endsWith('.test.ts') ? [path] : globSync(`${path}**/*.test.ts`, { cwd: root }).sort(),
  );
}

async function timeWithoutMutant(
  workplace: Workplace,
  folder: string,
  tests: readonly string[],
): Promise<number> {
  const { passed, ms, output } = await workplace.test(undefined, tests, 15 * 60_000);
  if (!passed) throw new Error(`the tests of ${folder} fail without a mutant:\n${output.slice(0, 4_000)}`);
  print(`${folder}: its tests take ${Math.round(ms / 1_000)} s`);
  return ms;
}

async function testAll(workplaces: readonly Workplace[], tasks: readonly Task[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const orders = new Map<string, readonly string[]>();
  await shareOut(workplaces, tasks, async (workplace, { group, mutant, tests, timeLimitMs }) => {
    const order = orders.get(`${group} ${mutant.file}`) ?? tests;
    const { passed, failedIn, ms } = await workplace.test(mutant, order, timeLimitMs);
    // What has noticed one mutant of a file is likely to notice the next.
    if (failedIn) {
      const next = [failedIn, ...order.filter((test) => test !== failedIn)];
      orders.set(`${group} ${mutant.file}`, next);
    }
    outcomes.push({ group, mutant, killed: !passed });
    const by = passed ? 'SURVIVED' : (failedIn ?? 'time');
    print(`${outcomes.length}/${tasks.length} ${(ms / 1_000).toFixed(1)} s ${place(mutant)}: ${by}`);
    if (passed) print(difference(mutant));
  });
  return outcomes;
}

async function shareOut<T>(
  workplaces: readonly Workplace[],
  work: readonly T[],
  act: (workplace: Workplace, item: T) => Promise<void>,
): Promise<void> {
  const rest = work.values();
  await Promise.all(
    workplaces.map(async (workplace) => {
      for (const item of rest) await act(workplace, item);
    }),
  );
}

function report(outcomes: readonly Outcome[]): void {
  const survivors = outcomes.filter(({ killed }) => !killed);
  print(`\n${survivors.length} survivors`);
  for (const { mutant } of survivors) print(`${place(mutant)}\n${difference(mutant)}`);
  print('\ngroup        killed  survived  score');
  for (const [name, group] of Map.groupBy(outcomes, ({ group }) => group)) {
    const killed = group.filter((outcome) => outcome.killed).length;
    const score = (100 * killed) / group.length;
    if (score < (name === byHand ? 100 : wantedScore)) process.exitCode = 1;
    const cells = [String(killed).padStart(6), String(group.length - killed).padStart(8), score.toFixed(1)];
    print(`${name.padEnd(12)} ${cells.join('  ')}`);
  }
}

function place({ file, line }: Mutant): string {
  return `src/${file}:${line}`;
}

function difference({ before, after }: Mutant): string {
  const lines = (sign: string, text: string): string => text.replaceAll(/^/gm, `    ${sign} `);
  return `${lines('-', before)}\n${lines('+', after)}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
