/**
 * GET /connections/callback (section 5): where a platform sends the owner back with a code after the consent.
 * Whatever the address carries, the page says what happened and what to do next, and repeats nothing of it.
 */
import type { FastifyInstance } from 'fastify';
import type { Connected } from '../connections/connect.ts';
import { ConsentError, completeConsent } from '../connections/consent.ts';
import { GrantRefusal } from '../connections/oauth-grants.ts';
import { platformOf } from '../connections/platforms.ts';
import { CredentialError } from '../connections/try-credential.ts';
import { docsPage, docsRoot } from '../docs-site/page.ts';
import type { ExportContext } from '../export/export-context.ts';
import { docsPageHeaders } from './page-policy.ts';

export function consentRoute(app: FastifyInstance, context: ExportContext): void {
  const root = docsRoot(context.config);
  app.get('/connections/callback', async ({ url, id }, reply) => {
    const { searchParams } = new URL(url, context.config.baseUrl);
    const { status, markdown } = await completeConsent(context, searchParams).then(connected, (error) => {
      const problem = problemOf(error);
      if (problem === undefined) {
        context.log.error({ reqId: id, err: error }, 'a consent could not be completed');
      }
      return notConnected(problem ?? unreachable);
    });
    return reply
      .status(status)
      .headers({ ...docsPageHeaders, 'cache-control': 'no-store' })
      .send(await docsPage({ root, path: 'connected', markdown }));
  });
}

const unreachable =
  'The platform could not be reached, or gave a response that could not be read. Begin again.';

interface ConsentPage {
  readonly status: number;
  readonly markdown: string;
}

/** The name comes from the platform: between backticks it is text and nothing else. */
function connected({ id, platform, account }: Connected): ConsentPage {
  const { name, tableOptions } = platformOf(platform);
  const whose =
    account === null
      ? 'The platform does not tell whose account it is.'
      : `Account: \`${account.replaceAll('`', "'")}\`.`;
  const markdown = `# Connected: ${name}

${whose}

Next, make an endpoint for a table, on the command line of the service:

\`\`\`sh
tablecast endpoint create EMAIL --connection ${id} ${tableOptions}
\`\`\`

[More on connections](connections.md). You can close this window.
`;
  return { status: 200, markdown };
}

function notConnected(problem: string): ConsentPage {
  return { status: 400, markdown: `# Not connected\n\n${problem}\n` };
}

/** Undefined when it is for the log. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof ConsentError) return error.message;
  if (error instanceof GrantRefusal && error.kind !== 'transient') {
    return 'The platform did not accept the code. Begin again.';
  }
  if (error instanceof CredentialError && error.kind === 'refused') {
    return 'The platform does not accept the permission that it has just given. Begin again.';
  }
  return undefined;
}
