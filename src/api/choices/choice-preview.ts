/** The preview of a choice that is no endpoint yet: at most ten rows, for no credit (contract 4.2.6). */
import { chosenEndpoint } from '../../endpoints/create-endpoint.ts';
import type { Handler } from '../api.ts';
import { ownConnection } from '../connections/own-connection.ts';
import { previewOf } from '../previews/preview.ts';
import { explainingChoice } from './explained-choice.ts';

export const previewChoice: Handler<'POST /api/connections/:id/preview'> = async (call) => {
  const { context, account, params, body, signal } = call;
  const connection = await ownConnection(context, account, params);
  const { choice, fields, parameters } = body;
  const wanted = { connection, choice, fields, name: undefined, type: 'csv' } as const;
  // All previews on a connection share what one endpoint may hold.
  const endpoint = await explainingChoice(() => chosenEndpoint(context, connection.id, wanted, signal));
  return previewOf(context, endpoint, parameters, signal);
};
