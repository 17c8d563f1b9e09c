/**
 * The link of a mail that turns one kind of mails off (RFC 8058). Only POST changes something, because programs that look
 * at mails follow links; a person gets a page with a button.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../base/markup.ts';
import { randomId } from '../../base/random-id.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { pageHead } from '../../formats/page-head.ts';
import { chooseMails, isSigned } from '../../mail/mail-choice-store.ts';
import { isMailKind, type MailKind, mailKinds } from '../../mail/mail-kinds.ts';
import { siteLink } from '../../mail/site-link.ts';

interface LinkRoute {
  Params: { account: string; kind: string; signature: string };
}

const path = '/mail/unsubscribe/:account/:kind/:signature';

export function unsubscribeRoute(app: FastifyInstance, context: ExportContext): void {
  const { db } = context.database;
  const kindOf = async ({ account, kind, signature }: LinkRoute['Params']): Promise<MailKind> => {
    if (isMailKind(kind) && (await isSigned(db, account, kind, signature))) return kind;
    throw new ServiceError('notFound');
  };
  const choices = siteLink(context.config, 'account');
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
    scope.get<LinkRoute>(path, async ({ params }, reply) => {
      const { label } = mailKinds[await kindOf(params)];
      const button = '<form method="post"><button type="submit">Unsubscribe</button></form>';
      return sendPage(reply, `Stop e-mails about “${label}”?`, button, choices);
    });
    scope.post<LinkRoute>(path, async ({ params }, reply) => {
      const kind = await kindOf(params);
      await chooseMails(db, params.account, kind, false);
      return sendPage(reply, `You get no more e-mails about “${mailKinds[kind].label}”.`, '', choices);
    });
    done();
  });
}

function sendPage(reply: FastifyReply, title: string, body: string, choices: string): FastifyReply {
  const nonce = randomId();
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(`${pageHead({ title, nonce, style })}<body>
<main>
<p class="name">Tablecast</p>
<h1>${escapeHtml(title)}</h1>
${body}
<p><a href="${escapeHtml(choices)}">Choose which e-mails you get</a></p>
</main>
</body>
</html>
`);
}

/** The card of the waiting page. */
const style = readFileSync(new URL('./wait-page.css', import.meta.url), 'utf8');
