import { expect, test } from 'vitest';
import { headingId, renderMarkdown } from './markdown.ts';

async function htmlOf(markdown: string, address: (target: string) => string = String): Promise<string> {
  return (await renderMarkdown(markdown, address)).html;
}

test('paragraphs, code, bold and links', async () => {
  expect(await htmlOf('a `b` **c**\nd [e](f.md)', (target) => `/to/${target}`)).toBe(
    '<p>a <code>b</code> <strong>c</strong>\nd <a href="/to/f.md">e</a></p>',
  );
});

test('raw HTML is text, in a line and in a block', async () => {
  expect(await htmlOf('a <b onclick="x()">1 < 2 & "3"</b> [x]')).toBe(
    '<p>a &lt;b onclick=&quot;x()&quot;&gt;1 &lt; 2 &amp; &quot;3&quot;&lt;/b&gt; [x]</p>',
  );
  for (const markdown of [
    '<script>alert(1)</script>',
    '<div onload=x>\n\ntext\n\n</div>',
    '<!-- x --><img src=x onerror=y>',
    '`<script>`',
    '```html\n<script>\n```',
    '# <script>',
    '| <script> | b |\n|---|---|\n| <script> | <br onclick=x> |',
    '- <script>',
    '![<script>](x.png)',
  ]) {
    const html = await htmlOf(markdown);
    expect(html, markdown).toMatch(/&lt;/);
    expect(html, markdown).not.toMatch(/<script|<img|<div onload|<br onclick|<!--/);
  }
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
])('a link to %s is only its text', async (target) => {
  expect(await htmlOf(`[label](${target})`)).toBe('<p>label</p>');
  expect(await htmlOf(`[label](<${target}>)`)).toBe('<p>label</p>');
  expect(await htmlOf(`[label][1]\n\n[1]: ${target}`)).toBe('<p>label</p>');
});

test.each(['https://x.test/?a=1', 'http://x.test', 'mailto:a@x.test', '/docs', 'sql.md', '#part', '../a'])(
  'a link to %s stays',
  async (target) => {
    expect(await htmlOf(`[label](${target})`)).toBe(`<p><a href="${target}">label</a></p>`);
  },
);

test('an entity in a target is not decoded: it is part of a relative address', async () => {
  expect(await htmlOf('[label](&#106;avascript:x)')).toContain('href="&amp;#106;avascript:x"');
  expect(await htmlOf('<script://x>')).toBe('<p>script://x</p>');
});

test('a target cannot leave its attribute, and a bare address is text', async () => {
  expect(await htmlOf('[a](<x" onclick="1>)')).toContain('href="x&quot; onclick=&quot;1"');
  expect(await htmlOf('see https://x.test/ there')).toBe('<p>see https://x.test/ there</p>');
});

test('a picture is one of our screenshots with its dark twin; of any other image the page has the text', async () => {
  const address = (target: string): string => target.replace('..', '/below/docs');
  expect(await htmlOf('![A "list"](../screenshots/endpoints-light.png)', address)).toBe(
    '<p><picture><source srcset="/below/docs/screenshots/endpoints-dark.png" media="(prefers-color-scheme: dark)"><img src="/below/docs/screenshots/endpoints-light.png" alt="A &quot;list&quot;" loading="lazy"></picture></p>',
  );
  for (const source of [
    'http://x.test/screenshots/a-light.png',
    '//x.test/screenshots/a-light.png',
    'a.png',
  ]) {
    expect(await htmlOf(`![label](${source})`)).toBe('<p>label</p>');
  }
});

test('lists, with items over several lines', async () => {
  expect(await htmlOf('- a\n  b\n- c')).toBe('<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>');
  expect(await htmlOf('1. a\n2. b')).toBe('<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
});

test('a fenced block keeps blank lines and marks', async () => {
  expect(await htmlOf('```sh\n# a\n\n| b | **c**\n```')).toBe(
    '<pre tabindex="0"><code># a\n\n| b | **c**</code></pre>',
  );
});

test('tables, with the name of the column on each cell', async () => {
  const table = await htmlOf('| A | `b` |\n|---|---|\n| 1 | x \\| y<br>z |');
  expect(table).toContain('<thead><tr><th>A</th><th><code>b</code></th></tr></thead>');
  expect(table).toContain('<tr><td data-name="A">1</td><td data-name="b">x | y<br>z</td></tr>');
});

test('headings give the title and the sections', async () => {
  const page = await renderMarkdown('# T\n\ntext\n\n## Part `one`!\nmore\n## two', String);
  expect(page.title).toBe('T');
  expect(page.sections).toEqual([
    { id: 'part-one', title: 'Part one!' },
    { id: 'two', title: 'two' },
  ]);
  expect(page.html).toContain('<h2 id="part-one">Part <code>one</code>!</h2>\n<p>more</p>');
});

test('ids of headings are those that code forges make', () => {
  expect(headingId('What to do?')).toBe('what-to-do');
  expect(headingId('json_split')).toBe('json_split');
});
