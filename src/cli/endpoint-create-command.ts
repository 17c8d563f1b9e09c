/** `endpoint create`: an endpoint for a table on a platform. */
import { requireAccount } from '../accounts/account-store.ts';
import { openConnectionContext } from '../connections/connection-context.ts';
import { createEndpoint } from '../endpoints/create-endpoint.ts';
import { type LinkedRecords, linkedRecordForms } from '../endpoints/endpoint.ts';
import { endpointUrl } from '../endpoints/endpoint-url.ts';
import { ServiceError } from '../errors/errors.ts';
import { choiceParts } from '../sources/choice-parts.ts';
import { ChoiceError } from '../sources/source.ts';
import {
  type Command,
  type CommandInput,
  nameOption,
  namesOption,
  oneOf,
  onlyArgument,
  textOption,
} from './command.ts';
import { requireConnection } from './connection-commands.ts';
import { formatNames } from './options.ts';

const parts = [...choiceParts.keys()];

export const endpointCreate: Command = {
  usage: 'endpoint create EMAIL',
  does: 'Makes an endpoint for a table on a connected platform and prints its address.',
  options: {
    connection: { type: 'string' },
    ...Object.fromEntries(parts.map((part) => [part, { type: 'string' } as const])),
    fields: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    'linked-records': { type: 'string' },
  },
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const connecting = await openConnectionContext(context);
    const connection = await requireConnection(connecting, textOption(input, 'connection') ?? '');
    if (connection.accountId !== account.id) {
      throw new Error(`The connection ${connection.id} is not one of this account.`);
    }
    const endpoint = await explainingChoice(() =>
      createEndpoint(connecting, {
        connection,
        choice: Object.fromEntries(parts.map((part) => [part, textOption(input, part)])),
        fields: namesOption(input, 'fields') ?? null,
        name: nameOption(input),
        type: oneOf(formatNames, textOption(input, 'type'), '--type') ?? 'csv',
        linkedRecords: linkedRecordsOption(input) ?? 'names',
      }),
    );
    return { id: endpoint.id, url: endpointUrl(context, endpoint.id), name: endpoint.name };
  },
};

export function linkedRecordsOption(input: CommandInput): LinkedRecords | undefined {
  return oneOf(linkedRecordForms, textOption(input, 'linked-records'), '--linked-records');
}

/** What is wrong with the choice, or with the connection, in words of the command line. */
export async function explainingChoice<T>(choose: () => Promise<T>): Promise<T> {
  try {
    return await choose();
  } catch (error) {
    if (error instanceof ChoiceError) throw new Error(`--${error.part} ${error.message}`);
    if (error instanceof ServiceError && error.data !== undefined) {
      throw new Error(`${error.message} ${error.data}`);
    }
    throw error;
  }
}
