/** `account export EMAIL`: everything that an account has here, as one file (decision 054). */
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireAccount } from '../accounts/account-store.ts';
import { accountArchive } from '../closing/account-archive.ts';
import { type Command, onlyArgument, textOption } from './command.ts';
import { optionRows } from './options.ts';

export const accountExport: Command = {
  usage: 'account export EMAIL',
  does: 'Writes everything that an account has here into a ZIP file: endpoints with their files, proxies, schedules, usage, ledger, mails; no secrets.',
  options: optionRows('to'),
  writesTo: (input) => textOption(input, 'to'),
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const to = textOption(input, 'to');
    if (to === undefined) throw new Error('Name the file with --to FILE.');
    const file = resolve(to);
    if (await stat(file).catch(() => undefined)) throw new Error(`There is a file ${file} already.`);
    using archive = accountArchive(context, account);
    try {
      await pipeline(archive.pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return { email: account.email, file, bytes: (await stat(file)).size };
  },
};
