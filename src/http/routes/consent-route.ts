/**
 * GET /connections/callback (contract 5.5.2): where a platform sends the owner back with a code after the consent.
 * Whatever the address carries, the page says what happened and what to do next, and repeats nothing of it. The window
 * that the dashboard opened tells the dashboard that it is done, and closes itself.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAccountById } from '../../accounts/account-store.ts';
import { actorOf, type Origin } from '../../audit/audit-entry.ts';
import { recordAfter } from '../../audit/record-after.ts';
import { randomId } from '../../base/random-id.ts';
import type { Connected } from '../../connections/connect.ts';
import { connectionTitle } from '../../connections/connection-title.ts';
import { type CompletedConsent, completeConsent, isOfDashboard } from '../../connections/consent.ts';
import { consentProblem, isBlocked, platformUnreachable } from '../../connections/consent-problem.ts';
import { platformOf } from '../../connections/platforms.ts';
import { docsPage, docsRoot } from '../../docs-site/page.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { originOf } from '../caller.ts';
import { docsPageHeaders, pagePolicy } from '../page-policy.ts';

/** The account that the browser is signed in to. */
type AccountOf = (request: FastifyRequest) => Promise<string | undefined>;

export function consentRoute(app: FastifyInstance, context: ExportContext, accountOf: AccountOf): void {
  const root = docsRoot(context.config);
  app.get('/connections/callback', async (request, reply) => {
    const { searchParams } = new URL(request.url, context.config.baseUrl);
    const isPopUp = await isOfDashboard(context, searchParams);
    const { status, markdown } = await completeConsent(context, searchParams, () => accountOf(request)).then(
      async (made) => {
        await recordConnected(context, made, originOf(request));
        return connected(made, isPopUp);
      },
      (error) => {
        const problem = consentProblem(error);
        if (problem === undefined) {
          context.log.error({ reqId: request.id, err: error }, 'a consent could not be completed');
        }
        return {
          ...notConnected(problem ?? platformUnreachable, isPopUp),
          ...(isBlocked(error) && { status: 403 }),
        };
      },
    );
    const page = await docsPage({ root, path: 'connected', markdown });
    const nonce = randomId();
    return reply
      .status(status)
      .headers({ ...docsPageHeaders, 'cache-control': 'no-store' })
      .headers(isPopUp ? { 'content-security-policy': pagePolicy('closing', nonce) } : {})
      .send(isPopUp ? page.replace('</body>', () => `${closingScript(nonce)}</body>`) : page);
  });
}

async function recordConnected(context: ExportContext, made: CompletedConsent, from: Origin): Promise<void> {
  const account = await findAccountById(context, made.accountId);
  if (!account) return;
  const target = { kind: 'connection', id: made.id, name: connectionTitle(made) } as const;
  const action = made.isRenewed ? 'connection.renewed' : 'connection.created';
  await recordAfter(context, actorOf(account, from), [{ action, account, target }]);
}

/** `dashboard/src/features/connections/use-consent.ts` listens. */
function closingScript(nonce: string): string {
  return `<script nonce="${nonce}">new BroadcastChannel('tablecast-consents').postMessage('back'); setTimeout(() => close(), 200);</script>`;
}

interface ConsentPage {
  readonly status: number;
  readonly markdown: string;
}

/** The name comes from the platform: between backticks it is text and nothing else. */
function connected({ id, platform, account }: Connected, isPopUp: boolean): ConsentPage {
  const { name, tableOptions } = platformOf(platform);
  const whose =
    account === null
      ? 'The platform does not tell whose account it is.'
      : `Account: \`${account.replaceAll('`', "'")}\`.`;
  const next = `Next, make an endpoint for a table, on the command line of the service:

\`\`\`sh
tablecast endpoint create EMAIL --connection ${id} ${tableOptions}
\`\`\`

[More on connections](connections.md). You can close this window.`;
  return {
    status: 200,
    markdown: `# Connected: ${name}\n\n${whose}\n\n${isPopUp ? youCanClose : next}\n`,
  };
}

const youCanClose = 'You can close this window: the dashboard goes on by itself.';

function notConnected(problem: string, isPopUp: boolean): ConsentPage {
  const end = isPopUp ? `\n\n${youCanClose}` : '';
  return { status: 400, markdown: `# Not connected\n\n${problem}${end}\n` };
}
