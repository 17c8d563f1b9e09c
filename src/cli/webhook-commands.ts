/** `endpoint send` and `account webhook-secret` (contract 1.7.14). */
import { requireAccount } from '../accounts/account-store.ts';
import { openConnectionContext } from '../connections/connection-context.ts';
import { renewWebhookSecret, webhookSecret } from '../connections/webhook-secret.ts';
import { ServiceError } from '../errors/errors.ts';
import { alwaysConnected } from '../export/client.ts';
import { closeExportContext, type ExportContext, openExportContext } from '../export/export-context.ts';
import { allowOwnerExport } from '../export/owner-export.ts';
import type { ReadQuery } from '../export/parameters.ts';
import { recordRun } from '../export/record-run.ts';
import { runExport } from '../export/run-export.ts';
import { type Command, onlyArgument, textOption } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';

export const endpointSend: Command = {
  usage: 'endpoint send ID',
  does: 'Posts the export of an endpoint to a webhook, with --param k=v as a request would have them; costs a credit.',
  options: optionRows('webhook', 'param'),
  run: async (context, input) => {
    const { id } = await requireEndpoint(context, onlyArgument(input, 'ID'));
    const url = textOption(input, 'webhook');
    if (!url) throw new Error('--webhook takes the URL that the export is posted to.');
    const exporting = await openExportContext(context);
    try {
      return { id, filename: await send(exporting, id, parameterOptions(input), url), sent: true };
    } catch (error) {
      if (error instanceof ServiceError && error.data) throw new Error(`${error.message} ${error.data}`);
      throw error;
    } finally {
      await closeExportContext(exporting);
    }
  },
};

export const accountWebhookSecret: Command = {
  usage: 'account webhook-secret EMAIL',
  does: 'Shows the secret by which a webhook of the account can check the signature of what it is sent.',
  options: optionRows('renew'),
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const secretOf = input.options['renew'] === true ? renewWebhookSecret : webhookSecret;
    return { secret: await secretOf(await openConnectionContext(context), account.id) };
  },
};

async function send(context: ExportContext, endpointId: string, query: ReadQuery, webhookUrl: string) {
  await using answer = await recordRun(context, { endpointId, by: 'Tablecast send' }, async () => {
    const allowed = await allowOwnerExport(context, { endpointId, query, webhookUrl });
    return runExport(context, allowed, alwaysConnected);
  });
  return answer.filename;
}
