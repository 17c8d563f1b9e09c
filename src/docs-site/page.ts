/**
 * The frame of every page of the documentation: title, navigation with the sections of the page, and the way
 * to the next one. It loads its own style sheet, the type face and nothing else.
 */

import { escapeHtml } from '../base/markup.ts';
import { version } from '../base/version.ts';
import type { Config } from '../config/config.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { searchField } from './search-field.ts';

interface DocsPage {
  /** Where the documentation is mounted, as seen by the browser: `/docs`. */
  readonly root: string;
  /** Below the root; empty for the first page. */
  readonly path: string;
  readonly markdown: string;
}

/** In the order in which they are read. */
const navigation: readonly (readonly [string, string])[] = [
  ['', 'Overview'],
  ['getting-started', 'Getting started'],
  ['files', 'Upload a file'],
  ['connections', 'Connect a platform'],
  ['sql', 'Build a URL'],
  ['authentication', 'Protect'],
  ['sharing', 'Share'],
  ['saving', 'Save elsewhere'],
  ['schedules', 'Schedule'],
  ['endpoints', 'Find and organize'],
  ['usage', 'Usage'],
  ['plans', 'Pay'],
  ['credits', 'Credits'],
  ['mail', 'E-mails'],
  ['parameters', 'Parameters'],
  ['formats', 'Formats'],
  ['errors', 'Errors'],
  ['run-it-yourself', 'Run it yourself'],
  ['commands', 'Commands'],
  ['settings', 'Settings'],
];

/** Where the documentation is mounted, as a browser sees it. */
export function docsRoot({ baseUrl }: Config): string {
  return `${new URL(baseUrl).pathname.replace(/\/+$/, '')}/docs`;
}

export async function docsPage({ root, path, markdown }: DocsPage): Promise<string> {
  return pageOf(root, path, await docsContent(root, markdown));
}

export async function docsContent(root: string, markdown: string): Promise<Rendered> {
  return renderMarkdown(markdown, (target) => pageAddress(root, target));
}

export function pageOf(root: string, path: string, page: Rendered): string {
  const title = path === '' ? page.title : `${page.title} · Tablecast`;
  return framedPage({ ...page, root, path, title, html: `${page.html}\n${nextPage(root, path)}` });
}

interface Frame extends Rendered, Pick<DocsPage, 'root' | 'path'> {
  /** What the field of the search holds. */
  readonly query?: string;
}

/** Another page in the same frame: its content is markup, already escaped. */
export function framedPage(page: Frame): string {
  const { root, path, title, html, query } = page;
  const address = addressesBelow(root);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${address('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${address(`style.css?${version}`)}">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${address('')}">${logo}<span>Tablecast</span></a>
${searchField(root, query)}
<nav aria-label="Documentation">
<ul>
${navigation.map(([to, label]) => navigationItem(to, label, path, page, address)).join('\n')}
</ul>
</nav>
</header>
<main id="content">
${html}
</main>
</body>
</html>
`;
}

const addressesBelow =
  (root: string) =>
  (to: string): string =>
    escapeHtml(to === '' ? root : `${root}/${to}`);

/** Documents link to each other and to pictures as files, `../guide/sql.md`; errors have a page each. */
function pageAddress(root: string, target: string): string {
  const [picture] = /screenshots\/[a-z-]+\.png$/.exec(target) ?? [];
  if (picture !== undefined) return `${root}/${picture}`;
  const link = /(?:^|\/)([a-z-]+)\.md(?:#(.*))?$/.exec(target);
  if (!link) return target;
  const [, name = '', anchor] = link;
  if (name === 'errors' && anchor !== undefined) return `${root}/errors/${anchor}`;
  const path = name === 'overview' ? root : `${root}/${name}`;
  return anchor === undefined ? path : `${path}#${anchor}`;
}

function navigationItem(
  to: string,
  label: string,
  path: string,
  { sections }: Rendered,
  address: (to: string) => string,
): string {
  const here = to === path || (to !== '' && path.startsWith(`${to}/`));
  const link = `<a href="${address(to)}"${to === path ? ' aria-current="page"' : ''}>${label}</a>`;
  if (!here) return `<li>${link}</li>`;
  if (to !== path) return `<li class="here">${link}</li>`;
  const inner = sections.map(
    ({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`,
  );
  return `<li class="here">${link}${inner.length > 1 ? `<ul>${inner.join('')}</ul>` : ''}</li>`;
}

function nextPage(root: string, path: string): string {
  const at = navigation.findIndex(([to]) => to === path);
  const [to, label] = (at < 0 ? undefined : navigation[at + 1]) ?? [];
  if (to === undefined) return '';
  return `<p class="next"><a href="${addressesBelow(root)(to)}"><span>Next</span>${label}</a></p>`;
}

/** The mark of `icon.svg`, in the colours of the page. */
const logo =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4"/><path d="M3 4h4M3 8h4M3 12h4M9 5.2a4 4 0 0 1 0 5.6M11.2 3a7 7 0 0 1 0 10"/></svg>';
