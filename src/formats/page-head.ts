/**
 * The opening of every page with a look of its own: title, colours for light and dark, and style that only the
 * nonce of the answer's Content-Security-Policy lets in. Nothing is loaded from any address (4.6, 4.7).
 */
import { readFileSync } from 'node:fs';
import { escapeHtml } from './markup.ts';

export interface PageHead {
  readonly title: string;
  readonly nonce: string;
  readonly style: string;
  /** Markup for the end of the head. */
  readonly more?: string;
}

export function pageHead(page: PageHead): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)}</title>
<style nonce="${escapeHtml(page.nonce)}">
${commonStyle}${page.style}</style>
${page.more ?? ''}</head>
`;
}

const commonStyle = readFileSync(new URL('./page-head.css', import.meta.url), 'utf8');
