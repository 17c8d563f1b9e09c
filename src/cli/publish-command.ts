/** `publish FILE`: from a CSV file to a live URL, or a new file behind an old one. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { endpointTokenDigest } from '../access/bearer.ts';
import { requireAccount } from '../accounts/account-store.ts';
import { localAccount } from '../accounts/local-account.ts';
import type { AppContext } from '../app-context.ts';
import { cleanText } from '../base/clean-text.ts';
import { endpointUrl } from '../endpoints/endpoint-url.ts';
import { ingestSummary } from '../endpoints/ingest-summary.ts';
import { publishUpload, replaceUpload, type UploadedFile } from '../endpoints/publish-upload.ts';
import { maxSkippedLines } from '../sources/csv-upload/limits.ts';
import type { ReadingChoices } from '../table/stored/file-reading.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  flagOption,
  nameOption,
  namesOption,
  oneOf,
  onlyArgument,
  textOption,
  wholeNumberOption,
} from './command.ts';
import { requireEndpoint, requireTokenForm } from './endpoint-commands.ts';
import { decimalMarks, formatNames, optionRows } from './options.ts';

export const publish: Command = {
  usage: 'publish FILE',
  does: 'Uploads a CSV file and prints its live URL; with --replace ID it takes the place of an earlier upload.',
  options: optionRows(
    'name',
    'type',
    'fields',
    'token',
    'owner',
    'replace',
    'header',
    'skip-lines',
    'decimal',
    'text',
  ),
  run: async (context, input) => {
    const path = onlyArgument(input, 'FILE');
    const file = { ...(await openFile(path)), options: { choices: choicesOf(input) } };
    const replaced = textOption(input, 'replace');
    if (replaced !== undefined) return replace(context, file, replaced, namesOption(input, 'fields'));
    const token = requireTokenForm(textOption(input, 'token'));
    const email = textOption(input, 'owner');
    const owner = email === undefined ? await localAccount(context) : await requireAccount(context, email);
    const { endpoint, ...table } = await publishUpload(context, file, {
      accountId: owner.id,
      name: nameOption(input) ?? (cleanText(basename(path, extname(path)), 200) || 'table'),
      type: oneOf(formatNames, textOption(input, 'type'), '--type') ?? 'csv',
      fields: namesOption(input, 'fields') ?? null,
      tokenDigest: (id) => (token === undefined ? null : endpointTokenDigest(id, token)),
    });
    return { id: endpoint.id, url: endpointUrl(context, endpoint.id), ...ingestSummary(table) };
  },
};

function choicesOf(input: CommandInput): ReadingChoices {
  const decimal = oneOf(decimalMarks, textOption(input, 'decimal'), '--decimal');
  const hasHeader = flagOption(input, 'header');
  const skipLines = wholeNumberOption(input, 'skip-lines');
  if (skipLines !== undefined && skipLines > maxSkippedLines)
    throw new Error(`--skip-lines takes at most ${maxSkippedLines}.`);
  const columns = namesOption(input, 'text')?.map((column) => ({ column, type: 'string' as const }));
  return {
    ...(decimal && { decimal }),
    ...(hasHeader !== undefined && { hasHeader }),
    ...(skipLines !== undefined && { skipLines }),
    ...(columns && { columns }),
  };
}

async function replace(
  context: AppContext,
  file: UploadedFile,
  id: string,
  fields: string[] | undefined,
): Promise<CommandResult> {
  const endpoint = await requireEndpoint(context, id);
  const { lostFields, ...table } = await replaceUpload(context, file, endpoint, fields);
  const lost =
    lostFields.length === 0
      ? {}
      : { lostFields, warning: 'The endpoint answers 409 until --fields names columns of the new file.' };
  return { id, url: endpointUrl(context, id), ...lost, ...ingestSummary(table) };
}

async function openFile(path: string): Promise<UploadedFile> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${path}.`);
  if (!found.isFile()) throw new Error(`${path} is not a file.`);
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
