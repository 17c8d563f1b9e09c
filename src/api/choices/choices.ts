/** What can be chosen on a platform, and endpoints made of it, by the same functions as the command line. */
import { platformCaller } from '../../connections/platform-caller.ts';
import { choiceOfPlatform, platformOf, sourceOfPlatform } from '../../connections/platforms.ts';
import { chooseFrom, createEndpoint } from '../../endpoints/create-endpoint.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { rememberedFields } from '../../sources/remembered-fields.ts';
import type { Handler } from '../api.ts';
import { ownConnection } from '../connections/own-connection.ts';
import { requireFormat } from '../endpoints/endpoint-settings.ts';
import { explainingChoice } from './explained-choice.ts';

export const listChoices: Handler<'GET /api/connections/:id/choices'> = async (call) => {
  const { context, account, params, query, signal } = call;
  const { id, platform } = await ownConnection(context, account, params);
  const { part, search, ...choice } = query;
  const step = choiceOfPlatform(platform).steps.find((each) => each.part === part);
  if (!step) throw inputRefused(`${platformOf(platform).name} has no ${part}.`, 'part');
  const caller = platformCaller(context, { connectionId: id, signal });
  const { options, hasMore } = await explainingChoice(() => step.list({ choice, search, call: caller }));
  return { options: [...options], hasMore };
};

export const listFields: Handler<'GET /api/connections/:id/fields'> = async (call) => {
  const { context, account, params, query: choice, signal } = call;
  const { id, platform } = await ownConnection(context, account, params);
  const source = sourceOfPlatform(platform);
  const chosen = await explainingChoice(() => chooseFrom(context, source, id, choice, null, signal));
  const shown = chosen.fields && new Set(chosen.fields);
  const fields = rememberedFields.parse(chosen.settings['fields']);
  return {
    name: chosen.name,
    fields: fields.map(({ name, type }) => ({ name, type, isShown: shown === null || shown.has(name) })),
  };
};

export const createFromChoice: Handler<'POST /api/connections/:id/endpoints'> = async (call) => {
  const { context, account, params, body, signal } = call;
  const connection = await ownConnection(context, account, params);
  const { choice, fields, name, type } = body;
  const wanted = { connection, choice, fields, name, type: requireFormat(type) };
  const endpoint = await explainingChoice(() => createEndpoint(context, wanted, signal));
  return { id: endpoint.id, name: endpoint.name, url: endpointUrl(context, endpoint.id) };
};
