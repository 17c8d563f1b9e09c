/** What can be chosen on a platform, its preview, and endpoints made of it, as the command line makes them. */
import { platformCaller } from '../../connections/platform-caller.ts';
import { choiceOfPlatform, platformOf, sourceOfPlatform } from '../../connections/platforms.ts';
import { chooseFrom, chosenEndpoint, createEndpoint } from '../../endpoints/create-endpoint.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { rememberedFields } from '../../sources/remembered-fields.ts';
import type { Handlers } from '../api.ts';
import { requireFormat } from '../endpoints/endpoint-settings.ts';
import { ownConnection } from '../own-objects.ts';
import { previewOf } from '../previews/preview.ts';
import { explainingChoice } from './explained-choice.ts';

export const choiceHandlers = {
  'GET /api/connections/:id/choices': async (call) => {
    const { context, account, params, query, signal } = call;
    const { id, platform } = await ownConnection(context, account, params);
    const { part, search, ...choice } = query;
    const step = choiceOfPlatform(platform).steps.find((each) => each.part === part);
    if (!step) throw inputRefused(`${platformOf(platform).name} has no ${part}.`, 'part');
    const caller = platformCaller(context, { connectionId: id, signal });
    const { options, hasMore } = await explainingChoice(() => step.list({ choice, search, call: caller }));
    return { options: [...options], hasMore };
  },
  'GET /api/connections/:id/fields': async ({ context, account, params, query: choice, signal }) => {
    const { id, platform } = await ownConnection(context, account, params);
    const source = sourceOfPlatform(platform);
    const chosen = await explainingChoice(() => chooseFrom(context, source, id, choice, null, signal));
    const shown = chosen.fields && new Set(chosen.fields);
    const fields = rememberedFields.parse(chosen.settings['fields']);
    return {
      name: chosen.name,
      fields: fields.map(({ name, type }) => ({ name, type, isShown: shown === null || shown.has(name) })),
    };
  },
  'POST /api/connections/:id/endpoints': async ({ context, account, params, body, signal }) => {
    const connection = await ownConnection(context, account, params);
    const { choice, fields, name, type, linkedRecords } = body;
    const wanted = { connection, choice, fields, name, type: requireFormat(type), linkedRecords };
    const endpoint = await explainingChoice(() => createEndpoint(context, wanted, signal));
    return { id: endpoint.id, name: endpoint.name, url: endpointUrl(context, endpoint.id) };
  },
  /** Of a choice that is no endpoint yet: at most ten rows, for no credit (contract 4.2.6). */
  'POST /api/connections/:id/preview': async ({ context, account, params, body, signal }) => {
    const connection = await ownConnection(context, account, params);
    const { choice, fields, parameters, linkedRecords } = body;
    const wanted = { connection, choice, fields, name: undefined, type: 'csv', linkedRecords } as const;
    // All previews on a connection share what one endpoint may hold.
    const endpoint = await explainingChoice(() => chosenEndpoint(context, connection.id, wanted, signal));
    return previewOf(context, endpoint, parameters, signal);
  },
} satisfies Partial<Handlers>;
