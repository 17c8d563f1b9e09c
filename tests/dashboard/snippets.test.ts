/** Snippets: each is filled in, quoted for its language, and says what rules it out; curl and JavaScript are run. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPrograms } from '../../dashboard/src/features/snippets/all-snippets.ts';
import {
  attributeText,
  formulaText,
  phpText,
  powerQueryText,
  quotedText,
  shellText,
} from '../../dashboard/src/features/snippets/quoting.ts';
import { ruledOut } from '../../dashboard/src/features/snippets/snippet.ts';
import { isOnlyNearby, type Target } from '../../dashboard/src/features/snippets/target.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);

const target: Target = {
  name: `Ann's "best" <list> $HOME \\ & more`,
  url: 'https://data.example/base/0123456789abcdefghijkl',
  type: 'csv',
  isProtected: false,
};

const snippetsOf = (key: string) => allPrograms.find((program) => program.key === key)?.snippets ?? [];
const textOf = (key: string, at: number, of = target): string => snippetsOf(key)[at]?.text(of) ?? '';

describe('a text in another language', () => {
  const hostile = `a'b"c$d\\e<f>&#(lf)`;

  it('is quoted as that language reads it', () => {
    expect(formulaText('a"b')).toBe('"a""b"');
    expect(powerQueryText(hostile)).toBe(`"a'b""c$d\\e<f>&#(#)(lf)"`);
    expect(phpText(hostile)).toBe(`'a\\'b"c$d\\\\e<f>&#(lf)'`);
    expect(attributeText('a"b<c>&')).toBe('"a&quot;b&lt;c&gt;&amp;"');
    expect(JSON.parse(quotedText(hostile))).toBe(hostile);
  });

  it('reaches a program of the shell unchanged', async () => {
    const { stdout } = await run('sh', ['-c', `printf %s ${shellText(hostile)}`]);
    expect(stdout).toBe(hostile);
  });
});

describe('the snippets', () => {
  it('carry the address, and the word TOKEN only where there is a token', () => {
    const all = allPrograms.flatMap(({ key, snippets }) => snippets.map((snippet) => ({ key, snippet })));
    for (const { key, snippet } of all.filter((each) => each.key !== 'looker-studio')) {
      const open = snippet.text(target);
      expect(open.includes(target.url.slice(-22)), key).toBe(true);
      expect(open.includes('TOKEN'), key).toBe(false);
      expect(snippet.text({ ...target, isProtected: true }).includes('TOKEN'), key).toBe(
        snippet.sendsHeaders,
      );
    }
  });

  it('name the format unless it is the default', () => {
    expect(textOf('google-sheets', 0)).toBe(`=IMPORTDATA("${target.url}")`);
    expect(textOf('google-sheets', 0, { ...target, type: 'xml' })).toBe(
      `=IMPORTDATA("${target.url}?type=csv")`,
    );
    expect(textOf('javascript', 0, { ...target, type: 'json_records' })).toContain('?type=json_records');
  });

  it('have the lines that Excel expects of a web query', () => {
    expect(textOf('excel', 2)).toBe(
      `WEB\r\n1\r\n${target.url}?type=excel_web_query\r\n\r\nSelection=AllTables\r\nFormatting=None\r\nDisableDateRecognition=True\r\n`,
    );
  });

  it('ask Power Query for the id apart from the rest of the address', () => {
    expect(textOf('excel', 1, { ...target, isProtected: true })).toContain(
      `Binary.Buffer(Web.Contents("https://data.example/base", [
    RelativePath = "0123456789abcdefghijkl",
    Query = [#"type" = "csv"],
    Headers = [Authorization = "Bearer TOKEN"]
  ]))`,
    );
  });

  it('carry the query that was built', () => {
    const sql = 'SELECT "a b"\nFROM service_table';
    const query = [
      ['sql', sql],
      ['type', 'xml'],
      ['show_wait_page', 'true'],
    ] as const;
    const built = { ...target, query };
    const encoded = 'sql=SELECT%20%22a%20b%22%0AFROM%20service_table';
    expect(textOf('excel', 0, built)).toBe(`${target.url}?${encoded}`);
    expect(textOf('excel', 1, built)).toContain(
      'Query = [#"sql" = "SELECT ""a b""#(lf)FROM service_table", #"type" = "csv"]',
    );
    expect(textOf('curl', 0, built)).toContain(`--data-urlencode 'sql=${sql}'`);
    expect(textOf('curl', 0, built)).toContain("--data-urlencode 'type=xml'");
    for (const { key, snippets } of allPrograms.filter((each) => each.key !== 'looker-studio'))
      for (const snippet of snippets) {
        expect([key, snippet.text(built).includes('a b') || snippet.text(built).includes(encoded)]).toEqual([
          key,
          true,
        ]);
        expect(snippet.text(built)).not.toContain('show_wait_page');
      }
  });

  it('tell pandas which columns are texts, so that 00501 stays one', () => {
    const columns = [
      { name: 'Zip "code"', type: 'string' },
      { name: 'Amount', type: 'number' },
    ];
    expect(textOf('pandas', 0, { ...target, columns })).toContain('dtype={"Zip \\"code\\"": "string"},');
    expect(textOf('pandas', 0, { ...target, columns: [] })).not.toContain('dtype');
  });

  it('have From Web first for Excel, LibreOffice and the package requests', () => {
    expect(snippetsOf('excel')[0]?.title).toBe('From Web');
    expect(textOf('libreoffice', 0)).toBe(`${target.url}?type=html_table`);
    expect(textOf('python', 0, { ...target, isProtected: true })).toContain(
      'headers={"Authorization": "Bearer TOKEN"},',
    );
  });

  it('stay inside their attribute', () => {
    expect(textOf('embed', 0)).toContain(`title="Ann's &quot;best&quot; &lt;list&gt; $HOME \\ &amp; more"`);
  });

  it('are ruled out by a token that they cannot send, and by an address that others cannot reach', () => {
    const [formula, , script] = snippetsOf('google-sheets');
    if (!formula || !script) throw new Error('no snippets');
    const local = { ...target, url: 'http://localhost:8080/0123456789abcdefghijkl' };
    expect(ruledOut(formula, target)).toEqual([]);
    expect(ruledOut(formula, { ...target, isProtected: true })).toHaveLength(1);
    expect(ruledOut(script, { ...target, isProtected: true })).toEqual([]);
    expect(ruledOut(formula, { ...local, isProtected: true })).toHaveLength(2);
  });

  it.each([
    ['http://localhost:8080/x', true],
    ['http://127.0.0.1/x', true],
    ['http://[::1]/x', true],
    ['http://[fd00::1]/x', true],
    ['http://10.1.2.3/x', true],
    ['http://172.20.0.1/x', true],
    ['http://nas/x', true],
    ['http://nas.local/x', true],
    ['https://data.example.com/x', false],
    ['http://172.32.0.1/x', false],
    ['http://8.8.8.8/x', false],
    ['http://[2001:db8::1]/x', false],
  ])('%s is only nearby: %s', (url, isNearby) => {
    expect(isOnlyNearby(url)).toBe(isNearby);
  });
});

describe('run as they are written', () => {
  let service: TestService;
  let folder: string;
  let own: Target;

  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'tablecast-snippets-'));
    const id = await service.publish('name,price\nwidget,10\n', '--token', 'a-token-of-16-letters');
    own = { name: 'Prices', url: `${service.url}/${id}`, type: 'csv', isProtected: true };
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const filled = (key: string): string => textOf(key, 0, own).replace('TOKEN', 'a-token-of-16-letters');

  it('curl gets the rows', async () => {
    const { stdout } = await run('sh', ['-c', filled('curl')]);
    expect(stdout).toBe('name,price\nwidget,10\n');
  });

  it('JavaScript gets the rows', async () => {
    const file = join(folder, 'snippet.mjs');
    await writeFile(file, `${filled('javascript')}\nconsole.log(JSON.stringify(rows));\n`);
    const { stdout } = await run(process.execPath, [file]);
    expect(JSON.parse(stdout)).toEqual([{ name: 'widget', price: 10 }]);
  });
});
