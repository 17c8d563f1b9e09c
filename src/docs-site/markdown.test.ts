import { expect, test } from 'vitest';
import { headingId, renderMarkdown } from './markdown.ts';

const html = (markdown: string): string => renderMarkdown(markdown, (target) => `/to/${target}`).html;

test('paragraphs, code, bold and links', () => {
  expect(html('a `b` **c**\nd [e](f.md)')).toBe(
    '<p>a <code>b</code> <strong>c</strong> d <a href="/to/f.md">e</a></p>',
  );
});

test('everything else is text', () => {
  expect(html('<b>1 < 2 & "3"</b> * [x] _y_')).toBe(
    '<p>&lt;b&gt;1 &lt; 2 &amp; &quot;3&quot;&lt;/b&gt; * [x] _y_</p>',
  );
  expect(html('`<script>`')).toBe('<p><code>&lt;script&gt;</code></p>');
  expect(html('[a](x"onclick=1)')).toBe('<p><a href="/to/x&quot;onclick=1">a</a></p>');
});

test('lists, with items over several lines', () => {
  expect(html('- a\n  b\n- c')).toBe('<ul>\n<li>a b</li>\n<li>c</li>\n</ul>');
  expect(html('1. a\n2. b')).toBe('<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
});

test('a fenced block keeps blank lines and marks', () => {
  expect(html('```sh\n# a\n\n| b | **c**\n```')).toBe(
    '<pre tabindex="0"><code># a\n\n| b | **c**</code></pre>',
  );
});

test('tables, with the name of the column on each cell', () => {
  const table = html('| A | `b` |\n|---|---|\n| 1 | x \\| y<br>z |');
  expect(table).toContain('<thead><tr><th>A</th><th><code>b</code></th></tr></thead>');
  expect(table).toContain('<tr><td data-name="A">1</td><td data-name="b">x | y<br>z</td></tr>');
});

test('headings give the title and the sections', () => {
  const page = renderMarkdown('# T\n\ntext\n\n## Part `one`!\nmore\n## two', String);
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
