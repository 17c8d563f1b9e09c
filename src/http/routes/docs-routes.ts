/**
 * The documentation under `/docs`: guides, reference, the page of every error that `help` leads to (contract 7.1.1), and
 * a search over all of them. Pages and the index of the search are made once, on the first request.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { rememberedSuccess } from '../../base/remembered-success.ts';
import type { Config } from '../../config/config.ts';
import { docsPages } from '../../docs-site/all-pages.ts';
import { docsContent, docsPage, docsRoot, framedPage, pageOf } from '../../docs-site/page.ts';
import { searchIndex } from '../../docs-site/search-index.ts';
import { searchResults } from '../../docs-site/search-page.ts';
import { palette } from '../../formats/page-head.ts';
import { docsPageHeaders } from '../page-policy.ts';

export function docsRoutes(app: FastifyInstance, config: Config): void {
  const root = docsRoot(config);
  const made = rememberedSuccess(() => makePages(root, config));
  const sendMissing = async (reply: FastifyReply): Promise<FastifyReply> => {
    const missing = await docsPage({ root, path: 'not-found', markdown: notFound });
    return reply.status(404).headers(unkept).send(missing);
  };
  const send = async (reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const page = (await made()).pages.get(path);
    return page === undefined ? sendMissing(reply) : reply.headers(headers).send(page);
  };
  app.get('/docs', (_request, reply) => send(reply, ''));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    send(reply, request.params['*'].replace(/\/+$/, '')),
  );
  app.get('/docs/search', async (request, reply) => {
    const [, queryText = ''] = request.url.split('?', 2);
    const query = new URLSearchParams(queryText).get('q') ?? '';
    const html = searchResults(root, query, (await made()).search(query));
    const page = { root, path: 'search', title: 'Search · Tablecast', sections: [], html, query };
    return reply.headers({ ...unkept, 'x-robots-tag': 'noindex' }).send(framedPage(page));
  });
  app.get<{ Params: { name: string } }>('/docs/screenshots/:name', async (request, reply) => {
    const picture = await readPicture(request.params.name);
    return picture === undefined
      ? sendMissing(reply)
      : reply.headers({ ...headers, 'content-type': 'image/png' }).send(picture);
  });
  sendText(
    app,
    '/docs/style.css',
    'text/css; charset=utf-8',
    palette + fileText('../../docs-site/style.css'),
  );
  sendText(app, '/docs/icon.svg', 'image/svg+xml', fileText('../../docs-site/icon.svg'));
}

interface MadePages {
  readonly pages: ReadonlyMap<string, string>;
  readonly search: ReturnType<typeof searchIndex>;
}

async function makePages(root: string, config: Config): Promise<MadePages> {
  const contents = await Promise.all(
    [...(await docsPages(config))].map(async ([path, markdown]) => ({
      path,
      ...(await docsContent(root, markdown)),
    })),
  );
  const pages = new Map(contents.map((content) => [content.path, pageOf(root, content.path, content)]));
  return { pages, search: searchIndex(contents) };
}

const headers = { ...docsPageHeaders, 'cache-control': 'public, max-age=3600' } as const;
const unkept = { ...docsPageHeaders, 'cache-control': 'no-store' } as const;

const notFound = `# There is no such page

The URL may be mistyped, or the page has moved. Search above, or go to [the overview](overview.md), which leads to every page, or to [the list of errors](errors.md).
`;

const fileText = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Of the names that pictures have, so that no other file can be asked for. */
async function readPicture(name: string): Promise<Buffer | undefined> {
  if (!/^[a-z-]{1,60}\.png$/.test(name)) return undefined;
  const file = new URL(`../../../docs/screenshots/${name}`, import.meta.url);
  return readFile(file).catch(() => undefined);
}

function sendText(app: FastifyInstance, path: string, contentType: string, content: string): void {
  app.get(path, (_request, reply) =>
    reply.headers({ ...headers, 'content-type': contentType }).send(content),
  );
}
