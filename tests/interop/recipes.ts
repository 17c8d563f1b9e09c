/**
 * The recipes of the guide, run as they stand there: pandas, requests, curl and JavaScript by their code, LibreOffice
 * by its command line and by what **External Links** does. Tried with pandas 1.5, requests 2.28 and LibreOffice 7.4.
 * Excel, Google Sheets and Power BI cannot be tried here (contract 4.6 and 4.7).
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../support/service-process.ts';
import { python } from './interop-tools.ts';

/** The table of the recipes, and the one that takes its place. */
export const recipeTable =
  'Order,Zip,Amount,Note\n1,00501,120.5,=1+1\n2,02134,99,NA\n3,10001,300,"café, €"\n';
export const recipeTableLater = recipeTable.replace('120.5', '121');

export interface RecipeEndpoints {
  readonly open: string;
  /** The same table behind a token. */
  readonly locked: string;
  readonly token: string;
  /** The command that puts the later table in the place of the open one. */
  readonly replace: readonly string[];
}

/** What a piece of code leaves, printed by a line that is added to it. */
const codeOfGuide: readonly (readonly [title: string, at: number, added: string, expected: string])[] = [
  ['pandas', 0, 'print(list(orders.Zip), list(orders.Amount))', '[501, 2134, 10001] [120.5, 99.0, 300.0]'],
  ['pandas', 1, 'print(list(orders.Amount))', '[120.5, 99.0, 300.0]'],
  [
    'pandas',
    2,
    'print(list(orders.Zip), list(orders.Note))',
    "['00501', '02134', '10001'] ['=1+1', 'NA', 'café, €']",
  ],
  [
    'Python with requests',
    0,
    'print([(row["Zip"], row["Note"]) for row in rows])',
    "[('00501', '=1+1'), ('10001', 'café, €')]",
  ],
  ['curl', 0, 'cat orders_20*.csv', recipeTable.trim()],
  [
    'curl',
    1,
    '',
    '[{"Order":1,"Zip":"00501","Amount":120.5,"Note":"=1+1"},{"Order":2,"Zip":"02134","Amount":99,"Note":"NA"},{"Order":3,"Zip":"10001","Amount":300,"Note":"café, €"}]',
  ],
  ['JavaScript', 0, 'console.log(rows.map(({ Zip }) => Zip).join());', '00501,02134,10001'],
  [
    'LibreOffice',
    0,
    `${python} -c "
import glob, zipfile
book = zipfile.ZipFile(glob.glob('*.xlsx')[0])
texts = book.read('xl/sharedStrings.xml').decode()
print([text in texts for text in ('>00501<', '>=1+1<', '>café, €<')], '<f' in book.read('xl/worksheets/sheet1.xml').decode())
"`,
    '[True, True, True] False',
  ],
];

const linked = (amount: string): string =>
  `[["TEXT Order", "TEXT Zip", "TEXT Amount", "TEXT Note"], ["VALUE 1", "TEXT 00501", "VALUE ${amount}", "TEXT =1+1"], ["VALUE 2", "TEXT 02134", "VALUE 99", "TEXT NA"], ["VALUE 3", "TEXT 10001", "VALUE 300", "TEXT café, €"]]`;

/** Each recipe with what is wrong, if anything is. */
export async function runRecipes(
  folder: string,
  endpoints: RecipeEndpoints,
): Promise<[string, string | undefined][]> {
  const guide = await readFile(join(projectFolder, 'docs/guide/getting-started.md'), 'utf8');
  const results: [string, string | undefined][] = [];
  for (const [title, at, added, expected] of codeOfGuide) {
    const name = `${title} ${at + 1}`;
    const scratch = join(folder, name.replaceAll(' ', '-'));
    await mkdir(scratch);
    const { language, code } = recipeOf(guide, title, at);
    const lines = `${withEndpoint(code, endpoints)}\n${added}\n`;
    results.push([name, difference(await run(language, lines, scratch), expected)]);
  }
  const words = [`${endpoints.open}?type=excel_web_query`, folder, ...endpoints.replace];
  const cells = printed(python, [join(import.meta.dirname, 'external_link.py'), ...words], folder);
  return [
    ...results,
    ['LibreOffice, External Links', difference(cells, `${linked('120.5')}\n${linked('121')}`)],
  ];
}

/** A piece of code under a title. In a shell every line is one; Python goes on from the pieces before it. */
function recipeOf(guide: string, title: string, at: number): { language: string; code: string } {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const blocks = [...section.matchAll(/```(python|sh|js)\n(.*?)\n```/gs)];
  const language = blocks[0]?.[1] ?? '';
  const pieces = blocks.map(([, , code = '']) => code);
  const code = language === 'sh' ? pieces.join('\n').split('\n')[at] : pieces[at];
  if (code === undefined) throw new Error(`The guide has no recipe ${title} ${at + 1}.`);
  const needsImport = language === 'python' && !code.startsWith('import');
  return { language, code: needsImport ? `${pieces[0]?.split('\n')[0]}\n${code}` : code };
}

function withEndpoint(code: string, { open, locked, token }: RecipeEndpoints): string {
  const address = code.includes('YOUR_TOKEN') ? locked : open;
  return code.replaceAll('http://localhost:8080/ENDPOINT_ID', address).replaceAll('YOUR_TOKEN', token);
}

async function run(language: string, code: string, folder: string): Promise<string> {
  if (language === 'python') return printed(python, ['-c', code], folder);
  if (language === 'sh') {
    const profile = `soffice -env:UserInstallation=file://${folder}/profile`;
    return printed(
      'sh',
      ['-c', code.replace(/^(soffice.*)$/m, '$1 >&2').replace(/^soffice/m, profile)],
      folder,
    );
  }
  const file = join(folder, 'recipe.mjs');
  await writeFile(file, code);
  return printed(process.execPath, [file], folder);
}

function printed(command: string, words: readonly string[], folder: string): string {
  const options = { cwd: folder, encoding: 'utf8', timeout: 180_000 } as const;
  const { status, stdout, stderr } = spawnSync(command, words, options);
  return status === 0 ? stdout.trim() : `status ${status}: ${stderr.trim()}`;
}

function difference(got: string, expected: string): string | undefined {
  return got === expected ? undefined : `${got} instead of ${expected}`;
}
