/**
 * GET /connections/callback (section 5): where a platform sends the owner back with a code after the consent.
 * Whatever the address carries, the page says what happened and what to do next, and repeats nothing of it.
 */
import type { FastifyInstance } from 'fastify';
import { ConsentError, completeConsent } from '../connections/consent.ts';
import { GrantRefusal } from '../connections/oauth-grants.ts';
import { docsPage, docsRoot } from '../docs-site/page.ts';
import type { ExportContext } from '../export/export-context.ts';
import { docsPageHeaders } from './page-policy.ts';

const connected = `# Connected

The platform is connected. You can close this window; endpoints can be made from it at once.
`;

export function consentRoute(app: FastifyInstance, context: ExportContext): void {
  const root = docsRoot(context.config);
  app.get('/connections/callback', async ({ url, id }, reply) => {
    const { searchParams } = new URL(url, context.config.baseUrl);
    const problem = await problemOf(context, searchParams).catch((error: unknown) => {
      context.log.error({ reqId: id, err: error }, 'a consent could not be completed');
      return 'The platform could not be reached, or gave a response that could not be read. Begin again.';
    });
    const markdown = problem === undefined ? connected : `# Not connected\n\n${problem}\n`;
    return reply
      .status(problem === undefined ? 200 : 400)
      .headers({ ...docsPageHeaders, 'cache-control': 'no-store' })
      .send(docsPage({ root, path: 'connected', markdown }));
  });
}

/** Undefined when the connection was made. */
async function problemOf(context: ExportContext, parameters: URLSearchParams): Promise<string | undefined> {
  try {
    await completeConsent(context, parameters);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ConsentError) return thrown.message;
    if (thrown instanceof GrantRefusal && thrown.kind !== 'transient') {
      return 'The platform did not accept the code. Begin again.';
    }
    throw thrown;
  }
}
