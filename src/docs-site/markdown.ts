/**
 * Our own Markdown pages as HTML, by `marked`: raw HTML is shown as text, except `<br>`, a link leads to
 * http, https, mailto or a relative address only, and a picture is one of our screenshots. The `help` links of errors
 * (contract 7.1.1) lead to these pages.
 */
import type { RendererObject, Tokens } from 'marked';
import { escapeHtml } from '../base/markup.ts';

export interface Rendered {
  readonly title: string;
  readonly html: string;
  /** The headings below the title. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** `address` turns the target of a link into the address that the page uses. */
export async function renderMarkdown(
  markdown: string,
  address: (target: string) => string,
): Promise<Rendered> {
  // Loaded with the first page: a service whose documentation nobody reads does without it.
  const { Marked } = await import('marked');
  const marked = new Marked({ renderer: pageRenderer(address), tokenizer: { url: () => undefined } });
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const titles = (depth: number): string[] =>
    headings.filter((heading) => heading.depth === depth).map(({ text }) => withoutTicks(text));
  return {
    title: titles(1)[0] ?? '',
    html: marked.parser(tokens).trimEnd(),
    sections: titles(2).map((title) => ({ id: headingId(title), title })),
  };
}

/** As code forges make them. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function pageRenderer(address: (target: string) => string): RendererObject {
  return {
    html: ({ text }) => (text === '<br>' ? text : escapeHtml(text)),
    image: ({ href, text }) => picture(address(href), text),
    heading({ depth, text, tokens }) {
      const id = escapeHtml(headingId(withoutTicks(text)));
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      const target = address(href);
      return isSafe(target) ? `<a href="${escapeHtml(target)}">${label}</a>` : label;
    },
    table({ header, rows }) {
      const inline = (cell: Tokens.TableCell): string => this.parser.parseInline(cell.tokens);
      const heads = header.map((cell) => `<th>${inline(cell)}</th>`).join('');
      const body = rows.map((row) => {
        const cells = row.map((cell, at) => {
          const name = escapeHtml(withoutTicks(header[at]?.text ?? ''));
          return `<td data-name="${name}">${inline(cell)}</td>`;
        });
        return `<tr>${cells.join('')}</tr>\n`;
      });
      return `<div class="table" tabindex="0"><table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
    },
  };
}

/** Pictures are our own, from beside the pages, and have a dark twin; of any other image the page has the text. */
function picture(source: string, text: string): string {
  const [, twin] = /^((?:\/[\w.~-]+)*\/screenshots\/[a-z-]+)-light\.png$/.exec(source) ?? [];
  if (twin === undefined) return escapeHtml(text);
  const dark = `<source srcset="${twin}-dark.png" media="(prefers-color-scheme: dark)">`;
  return `<picture>${dark}<img src="${twin}-light.png" alt="${escapeHtml(text)}" loading="lazy"></picture>`;
}

const withoutTicks = (text: string): string => text.replaceAll('`', '');

const safeSchemes = new Set(['http:', 'https:', 'mailto:']);

/** As a browser would read it, which skips white space inside a scheme. */
function isSafe(target: string): boolean {
  const base = 'https://relative.invalid/';
  return URL.canParse(target, base) && safeSchemes.has(new URL(target, base).protocol);
}
