/**
 * The small part of Markdown that the documentation is written in, as HTML: headings, paragraphs, lists,
 * tables, quotes, code, bold, links and `<br>`. Whatever is not one of these is text and escaped. No section of the
 * specification asks for it; the `help` links of section 7 lead to its pages.
 */
import { escapeHtml } from '../formats/markup.ts';

export interface Rendered {
  readonly title: string;
  readonly html: string;
  /** The headings below the title. */
  readonly sections: readonly Section[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
}

/** `address` turns the target of a link into the address that the page uses. */
export function renderMarkdown(markdown: string, address: (target: string) => string): Rendered {
  const sections: Section[] = [];
  let title = '';
  const blocks = blocksOf(markdown).map((block) => {
    const heading = /^(#{1,3}) (.*)$/.exec(block);
    if (!heading) return renderBlock(block, address);
    const [, marks = '', text = ''] = heading;
    const plain = text.replaceAll('`', '');
    if (marks.length === 1) title = plain;
    if (marks.length === 2) sections.push({ id: headingId(plain), title: plain });
    const level = `h${marks.length}`;
    return `<${level} id="${headingId(plain)}">${renderInline(text, address)}</${level}>`;
  });
  return { title, html: blocks.join('\n'), sections };
}

export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Blocks stand between blank lines; a fenced block keeps its own. */
function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```[^\n]*\n[\s\S]*?^```$|^#{1,3} .*$|(?:^(?!```|#{1,3} ).+\n?)+/gm)].map(
    ([block]) => block.trimEnd(),
  );
}

type Address = (target: string) => string;

function renderBlock(block: string, address: Address): string {
  if (block.startsWith('```')) {
    return `<pre tabindex="0"><code>${escapeHtml(block.split('\n').slice(1, -1).join('\n'))}</code></pre>`;
  }
  const lines = block.split('\n');
  if (block.startsWith('|')) return renderTable(lines, address);
  if (block.startsWith('> ')) {
    const quoted = lines.map((line) => line.replace(/^> ?/, '')).join(' ');
    return `<p class="note">${renderInline(quoted, address)}</p>`;
  }
  if (/^(?:-|\d+\.) /.test(block)) return renderList(block, address);
  return `<p>${renderInline(lines.join(' '), address)}</p>`;
}

function renderList(block: string, address: Address): string {
  const name = block.startsWith('-') ? 'ul' : 'ol';
  const items = block.split(/^(?:-|\d+\.) /m).slice(1);
  const html = items.map((item) => `<li>${renderInline(item.trim().replace(/\n\s*/g, ' '), address)}</li>`);
  return `<${name}>\n${html.join('\n')}\n</${name}>`;
}

function renderTable([header = '', , ...rows]: readonly string[], address: Address): string {
  const names = cellsOf(header);
  const headers = names.map((name) => `<th>${renderInline(name, address)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = cellsOf(row).map((cell, at) => {
      const name = escapeHtml((names[at] ?? '').replaceAll('`', ''));
      return `<td data-name="${name}">${renderInline(cell, address)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="table" tabindex="0"><table>
<thead><tr>${headers}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

function cellsOf(line: string): string[] {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function renderInline(text: string, address: Address): string {
  return text.replace(
    /(`+)(.+?)\1|\*\*(.+?)\*\*|\[([^\]]*)\]\(([^)\s]+)\)|[^`*[<]+|<br>|[\s\S]/g,
    (plain, ticks?: string, code?: string, bold?: string, label?: string, target?: string) => {
      if (ticks !== undefined) return `<code>${escapeHtml(code ?? '')}</code>`;
      if (bold !== undefined) return `<strong>${renderInline(bold, address)}</strong>`;
      if (target === undefined) return plain === '<br>' ? plain : escapeHtml(plain);
      return `<a href="${escapeHtml(address(target))}">${renderInline(label ?? '', address)}</a>`;
    },
  );
}
