/**
 * The head of every page with its own style: title, light and dark colours, and a style element with the nonce of the
 * answer's Content-Security-Policy. It loads no external resources (contract 4.7.10).
 */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../base/markup.ts';
import { paletteStyle } from '../base/palette.ts';

interface PageHead {
  readonly title: string;
  readonly nonce: string;
  readonly style: string;
  /** Markup appended to the head. */
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

const fileText = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Colours and fonts of every page of the service, those of the documentation too. */
export const palette = `${paletteStyle()}\n${fileText('./page-type.css')}`;

const commonStyle = `${palette}\n${fileText('./page-head.css')}`;
