/** `publish FILE` (DESIGN section 3): from a CSV file to a live URL, or a new file behind an old one. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { endpointTokenDigest } from '../access/bearer.ts';
import type { Account } from '../accounts/account.ts';
import { AccountError, createAccount, findAccount, requireAccount } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import { endpointUrl } from '../endpoints/endpoint-url.ts';
import { publishUpload, replaceUpload, type UploadedFile } from '../endpoints/publish-upload.ts';
import {
  type Command,
  type CommandResult,
  namesOption,
  oneOf,
  onlyArgument,
  textOption,
  UsageError,
} from './command.ts';
import { requireEndpoint, requireTokenForm } from './endpoint-commands.ts';
import { formatNames } from './format-names.ts';

export const publish: Command = {
  usage: 'publish FILE',
  does: 'Uploads a CSV file and prints its live URL; with --replace ID it takes the place of an earlier upload.',
  options: {
    name: { type: 'string' },
    type: { type: 'string' },
    fields: { type: 'string' },
    token: { type: 'string' },
    owner: { type: 'string' },
    replace: { type: 'string' },
  },
  run: async (context, input) => {
    const path = onlyArgument(input, 'FILE');
    const file = await openFile(path);
    const replaced = textOption(input, 'replace');
    if (replaced !== undefined) return replace(context, file, replaced, namesOption(input, 'fields'));
    const token = requireTokenForm(textOption(input, 'token'));
    const owner = await findOwner(context, textOption(input, 'owner'));
    const endpoint = await publishUpload(context, file, {
      accountId: owner.id,
      name: textOption(input, 'name') ?? basename(path, extname(path)),
      type: oneOf(formatNames, textOption(input, 'type'), '--type') ?? 'csv',
      fields: namesOption(input, 'fields') ?? null,
      tokenDigest: (id) => (token === undefined ? null : endpointTokenDigest(id, token)),
    });
    return { id: endpoint.id, url: endpointUrl(context, endpoint.id) };
  },
};

async function replace(
  context: AppContext,
  file: UploadedFile,
  id: string,
  fields: string[] | undefined,
): Promise<CommandResult> {
  const endpoint = await requireEndpoint(context, id);
  const { lostFields } = await replaceUpload(context, file, endpoint, fields);
  const lost =
    lostFields.length === 0
      ? {}
      : { lostFields, warning: 'The endpoint answers 409 until --fields names columns of the new file.' };
  return { id, url: endpointUrl(context, id), ...lost };
}

async function openFile(path: string): Promise<UploadedFile> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file ${path}.`);
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`);
  return { fileName: basename(path), content: withProgress(path, found.size) };
}

const megabyte = 1024 * 1024;

/** On a terminal a large file shows how far it has been read. */
async function* withProgress(path: string, size: number): AsyncGenerator<Uint8Array> {
  const shown = process.stderr.isTTY && size > 8 * megabyte;
  let read = 0;
  for await (const piece of createReadStream(path, { highWaterMark: megabyte })) {
    yield piece;
    read += piece.length;
    if (shown) process.stderr.write(`\rreading ${Math.round((100 * read) / size)} %`);
  }
  if (shown) process.stderr.write('\rstoring…      \n');
}

const localOwner = 'local@localhost';

/** Without an owner: a local one with no limit. */
async function findOwner(context: AppContext, email: string | undefined): Promise<Account> {
  if (email !== undefined) return requireAccount(context, email);
  const known = await findAccount(context, localOwner);
  if (known) return known;
  try {
    return await createAccount(context, {
      email: localOwner,
      plan: 'custom',
      initialised: true,
      admin: false,
    });
  } catch (error) {
    if (error instanceof AccountError) return requireAccount(context, localOwner);
    throw error;
  }
}
