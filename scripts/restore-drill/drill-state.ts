/**
 * What a drill puts into a service before the backup, all through the command line: accounts with credits, uploads
 * with and without a token, a proxy, a secret for webhooks, and a connection to an emulated Airtable.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AirtableEmulator } from '../../emulators/airtable/airtable-emulator.ts';
import { runProgram } from '../../tests/support/program.ts';
import { smallAirtable } from '../../tests/support/small-tables.ts';

const token = 'a-token-of-an-endpoint';
export const headers = { authorization: `Bearer ${token}` };
export const owners = ['ada@example.com', 'bo@example.com', 'cy@example.com'] as const;

export interface DrillState {
  /** Addresses below the service, each with a token or without. */
  readonly paths: readonly string[];
  /** Of the emulated platform. */
  readonly linked: string;
  /** An upload that is replaced all the time, by tables with one number. */
  readonly replaced: string;
  readonly webhookSecret: string;
}

export type Command = (...words: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;

/** The command line beside the service with these settings. */
export function commandWith(environment: Readonly<Record<string, string>>): Command {
  return async (...words) => {
    const { status, stdout, stderr } = await runProgram(words, environment);
    if (status !== 0) throw new Error(`${words.slice(0, 2).join(' ')}: ${stderr}`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
  };
}

export async function fillService(
  command: Command,
  folder: string,
  airtable: AirtableEmulator,
): Promise<DrillState> {
  for (const owner of owners) {
    await command('account', 'create', owner, '--plan', 'pro', '--credits', '1000000');
  }
  const publish = async (name: string, csv: string, ...words: readonly string[]): Promise<string> => {
    const file = join(folder, `${name}.csv`);
    await writeFile(file, csv);
    return String((await command('publish', file, ...words))['id']);
  };
  const small = await publish('small', smallCsv, '--owner', owners[0], '--token', token);
  const large = await publish('large', largeCsv(), '--owner', owners[1], '--type', 'json_records');
  const replaced = await publish('replaced', 'version\n0\n', '--owner', owners[2]);
  const proxy = String((await command('proxy', 'create', small, '--param', 'type=xml'))['id']);
  const personal = airtable.addPersonalToken();
  const added = await command('connection', 'add', owners[0], '--platform', 'airtable', '--token', personal);
  const { words } = smallAirtable(airtable);
  const connection = ['--connection', String(added['id'])];
  const linked = String((await command('endpoint', 'create', owners[0], ...connection, ...words))['id']);
  const secret = await command('account', 'webhook-secret', owners[0]);
  const statement = encodeURIComponent('SELECT name FROM service_table ORDER BY name');
  return {
    paths: [small, `files/${small}?type=json_table`, `${small}?sql=${statement}`, large, `proxy/${proxy}`],
    linked,
    replaced,
    webhookSecret: String(secret['secret']),
  };
}

const smallCsv = 'name,note\nAnn,"a, ""b"""\nBo,ü\nCy,00501\n';

function largeCsv(): string {
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},${(row * 7919) % 10_007},text ${row}`);
  return `id,number,text\n${rows.join('\n')}\n`;
}

/** Status, type and digest of what each address answers. */
export async function answersOf(url: string, { paths, linked }: DrillState): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const path of [...paths, linked]) {
    const answer = await fetch(`${url}/${path}`, { headers });
    const digest = createHash('sha256')
      .update(await answer.bytes())
      .digest('hex');
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    answers.push([path, answer.headers.get('content-type'), digest].join(' '));
  }
  return answers;
}
