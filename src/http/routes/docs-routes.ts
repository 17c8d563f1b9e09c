/**
 * The documentation under `/docs`: guides, reference, and the page of every error that `help` leads to
 * (contract 7.1.1). Pages are made once, on the first request.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { rememberedSuccess } from '../../base/remembered-success.ts';
import type { Config } from '../../config/config.ts';
import { docsPages } from '../../docs-site/all-pages.ts';
import { docsPage, docsRoot } from '../../docs-site/page.ts';
import { palette } from '../../formats/page-head.ts';
import { docsPageHeaders } from '../page-policy.ts';

export function docsRoutes(app: FastifyInstance, config: Config): void {
  const root = docsRoot(config);
  const pages = rememberedSuccess(() => makePages(root, config));
  const send = async (reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const page = (await pages()).get(path);
    reply.headers(headers);
    if (page !== undefined) return reply.send(page);
    const missing = await docsPage({ root, path: 'not-found', markdown: notFound });
    return reply.status(404).header('cache-control', 'no-store').send(missing);
  };
  app.get('/docs', (_request, reply) => send(reply, ''));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    send(reply, request.params['*'].replace(/\/+$/, '')),
  );
  sendText(
    app,
    '/docs/style.css',
    'text/css; charset=utf-8',
    palette + fileText('../../docs-site/style.css'),
  );
  sendText(app, '/docs/icon.svg', 'image/svg+xml', fileText('../../docs-site/icon.svg'));
}

async function makePages(root: string, config: Config): Promise<ReadonlyMap<string, string>> {
  const pages = await docsPages(config);
  const made = [...pages].map(
    async ([path, markdown]): Promise<[string, string]> => [path, await docsPage({ root, path, markdown })],
  );
  return new Map(await Promise.all(made));
}

const headers = { ...docsPageHeaders, 'cache-control': 'public, max-age=3600' } as const;

const notFound = `# There is no such page

The address may be mistyped, or the page has moved. [The overview](overview.md) leads to every page, and [the list of errors](errors.md) to every error.
`;

const fileText = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

function sendText(app: FastifyInstance, path: string, contentType: string, content: string): void {
  app.get(path, (_request, reply) =>
    reply.headers({ ...headers, 'content-type': contentType }).send(content),
  );
}
