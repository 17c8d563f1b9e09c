/**
 * An error for a person who has opened an address in a browser: what happened, why, what to do, and the JSON that every
 * other client gets (contract 7.1.2). Nothing in it runs, and every word of it is text.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/markup.ts';
import { idPattern } from '../../base/random-id.ts';
import type { Config } from '../../config/config.ts';
import { docsRoot, framedPage } from '../../docs-site/page.ts';
import { allErrors, helpAddress, type ServiceError } from '../../errors/errors.ts';
import { siteLink } from '../../mail/site-link.ts';

/** Browsers say so of a page that is opened, and of nothing else. */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document';

export function errorPage(
  request: FastifyRequest,
  error: ServiceError,
  body: object,
  config: Config,
): string {
  const { key, status, message, data, advice } = error;
  const html = [
    `<h1>${escapeHtml(message)}</h1>`,
    `<p><strong>Status:</strong> <code>${status} ${STATUS_CODES[status]}</code></p>`,
    ...(data === undefined ? [] : [`<h2>Reason</h2>`, `<pre><code>${escapeHtml(data)}</code></pre>`]),
    '<h2>What to do</h2>',
    ...(advice === undefined ? [] : [`<p>${escapeHtml(advice)}</p>`]),
    `<p>${withCode(allErrors[key].remedy)}</p>`,
    `<p><a href="${escapeHtml(helpAddress(config.docsUrl, key))}">More about this error</a></p>`,
    `<p>If you are the owner: <a href="${escapeHtml(ownerLink(request, config))}">open the dashboard</a>.</p>`,
    '<h2>What programs get</h2>',
    `<pre><code>${escapeHtml(JSON.stringify(body, null, 2))}</code></pre>`,
    `<p>Request <code>${escapeHtml(request.id)}</code></p>`,
  ].join('\n');
  const title = `${message} · Tablecast`;
  return framedPage({ root: docsRoot(config), path: 'error', title, sections: [], html });
}

/** The texts of the table of errors are Markdown with nothing but code in it. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** To the endpoint itself, where the address names it. */
function ownerLink({ routeOptions, params }: FastifyRequest, config: Config): string {
  const isOfEndpoint = /^(?:\/files)?\/:id\/?$/.test(routeOptions.url ?? '');
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  return isOfEndpoint && idPattern.test(id) ? siteLink(config, `endpoints/${id}`) : config.siteUrl;
}
