/**
 * `npm run interop`: publishes tables, asks the running service for every format, and lets the programs that
 * people use read the formats of contract 4.7 back: pandas (`read_back.py`) and LibreOffice. Then it tries the recipes
 * of the guide. One line per check; exits with 1 when anything arrived changed (contract 4.7).
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allFormats } from '../../src/formats/all-formats.ts';
import {
  mainFile,
  runServiceCommand,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { csvOf, expectedJson, type InteropTable, interopTables } from './interop-tables.ts';
import { haveTools, python } from './interop-tools.ts';
import { recipeTable, recipeTableLater, runRecipes } from './recipes.ts';
import { spreadsheetChecks, spreadsheetTables } from './spreadsheet-checks.ts';
import { importSpreadsheet, spreadsheetFilters } from './spreadsheet-import.ts';

const readBack = fileURLToPath(new URL('./read_back.py', import.meta.url));

process.exitCode = haveTools() && (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-interop-'));
  try {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await using service = await startServiceProcess(dataDir);
    let passed = true;
    for (const [name, table] of Object.entries(interopTables)) {
      const exported = await exportTable(service, folder, name, table);
      passed = readByPandas(name, exported) && passed;
    }
    for (const [name, table] of Object.entries(spreadsheetTables)) {
      const exported = await exportTable(service, folder, name, table);
      passed = (await readBySpreadsheet(name, exported, table)) && passed;
    }
    return (await tryRecipes(service, folder)) && passed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder that holds every format of the table, and what is expected of them. */
async function exportTable(
  service: ServiceProcess,
  folder: string,
  name: string,
  table: InteropTable,
): Promise<string> {
  const target = join(folder, name.replaceAll(' ', '-'));
  const file = `${target}.csv`;
  await mkdir(target);
  await writeFile(file, csvOf(table));
  const { id } = await runServiceCommand(join(folder, 'data'), 'publish', file);
  for (const [type, { extension }] of Object.entries(allFormats)) {
    const answer = await fetch(`${service.url}/${id}?type=${type}`);
    if (!answer.ok) throw new Error(`${name}, ${type}: status ${answer.status} ${await answer.text()}`);
    await writeFile(join(target, `${type}.${extension}`), await answer.bytes());
  }
  await writeFile(join(target, 'expected.json'), expectedJson(table));
  return target;
}

function readByPandas(name: string, folder: string): boolean {
  const { status, stdout, stderr } = spawnSync(python, [readBack, folder], { encoding: 'utf8' });
  for (const line of (stdout + stderr).trim().split('\n')) process.stdout.write(`${name}: ${line}\n`);
  return status === 0;
}

async function readBySpreadsheet(name: string, folder: string, table: InteropTable): Promise<boolean> {
  let passed = true;
  for (const filter of spreadsheetFilters) {
    const sheet = await importSpreadsheet(join(folder, 'excel_web_query.html'), filter);
    for (const [what, problem] of spreadsheetChecks(sheet, table)) {
      const found = problem === undefined ? 'intact' : `DIFFERENT: ${problem}`;
      process.stdout.write(`LibreOffice, ${filter}: ${name}: ${what}: ${found}\n`);
      passed = passed && problem === undefined;
    }
  }
  return passed;
}

async function tryRecipes(service: ServiceProcess, folder: string): Promise<boolean> {
  const dataDir = join(folder, 'data');
  const file = join(folder, 'orders.csv');
  const later = join(folder, 'later', 'orders.csv');
  const token = 'a-token-of-the-recipes';
  await mkdir(join(folder, 'later'));
  await mkdir(join(folder, 'recipes'));
  await writeFile(file, recipeTable);
  await writeFile(later, recipeTableLater);
  const { id: open } = await runServiceCommand(dataDir, 'publish', file);
  const { id: locked } = await runServiceCommand(dataDir, 'publish', file, '--token', token);
  const results = await runRecipes(join(folder, 'recipes'), {
    open: `${service.url}/${open}`,
    locked: `${service.url}/${locked}`,
    token,
    replace: [
      'env',
      `DATA_DIR=${dataDir}`,
      process.execPath,
      mainFile,
      'publish',
      later,
      '--replace',
      String(open),
    ],
  });
  for (const [recipe, problem] of results) {
    const found = problem === undefined ? 'works' : `DIFFERENT: ${problem}`;
    process.stdout.write(`Recipe ${recipe}: ${found}\n`);
  }
  return results.every(([, problem]) => problem === undefined);
}
