/** The help of the command line (contract 10.1.4): everywhere, without settings and without a database. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/all-commands.ts';
import { requestedHelp } from '../../src/cli/help.ts';
import { formatNames } from '../../src/cli/options.ts';
import { planNames } from '../../src/ledger/plans/plans.ts';
import { runProgram } from '../support/program.ts';

const folder = join(tmpdir(), 'tablecast-help-makes-no-folder');

/** A setting that would stop any command. */
const environment = { DATA_DIR: folder, PORT: 'many' };

async function helpOf(...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram(words, environment);
  expect([status, stderr]).toEqual([0, '']);
  expect(existsSync(folder)).toBe(false);
  return stdout;
}

async function refusalOf(...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram(words, environment);
  expect([status, stdout]).toEqual([1, '']);
  return stderr;
}

describe('help', () => {
  it('tablecast --help lists every command with what it does', async () => {
    const help = await helpOf('--help');
    for (const { usage } of Object.values(allCommands)) expect(help).toContain(`\n  ${usage}\n`);
    expect(help).toContain('\n  serve\n');
    expect(help).toContain('Creates an account, on the free trial unless a plan is named.');
  });

  it('tablecast account --help lists the commands of that noun only', async () => {
    const help = await helpOf('account', '--help');
    for (const word of ['create EMAIL', 'list', 'show EMAIL', 'set EMAIL', 'delete EMAIL']) {
      expect(help).toContain(`\n  account ${word}\n`);
    }
    expect(help).not.toContain('\n  endpoint');
  });

  it('tablecast account create -h has usage, every option, its meaning and the allowed values', async () => {
    const help = await helpOf('account', 'create', 'x@example.com', '-h');
    expect(help).toMatch(/^Usage: tablecast account create EMAIL \[options\]\n/);
    expect(help).toContain('Creates an account, on the free trial unless a plan is named.');
    expect(help).toContain('  --plan VALUE\n');
    expect(help).toContain(`One of ${planNames.join(', ')}.`);
    expect(help).toContain('  --admin\n      Marks the account as an administrator.\n');
    expect(help).not.toMatch(/`|\]\(/);
  });

  it('serve --help does not serve', async () => {
    expect(await helpOf('serve', '--help')).toContain('Usage: tablecast serve');
  });

  it.each(Object.entries(allCommands))('%s says what each of its options means', (words, { options }) => {
    for (const flag of ['--help', '-h']) {
      const help = requestedHelp([...words.split(' '), flag]) ?? '';
      for (const name of Object.keys(options)) {
        expect(help).toMatch(new RegExp(`\\n  --${name}( VALUE)?\\n      \\S`));
      }
      for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  it('an option that means different things has the meaning of its command', () => {
    expect(requestedHelp(['connection', 'add', '-h'])).toContain('an Airtable personal access');
    expect(requestedHelp(['endpoint', 'set', '-h'])).toContain('that every request must carry');
    expect(requestedHelp(['publish', '-h'])?.replace(/\s+/g, ' ')).toContain(formatNames.join(', '));
  });

  it('what follows -- is an argument, not a call for help', () => {
    expect(requestedHelp(['publish', '--', '--help'])).toBeUndefined();
  });
});

describe('what is not there', () => {
  it('an unknown command is told the commands and how to get help', async () => {
    const told = await refusalOf('acount', 'create');
    expect(told).toContain('There is no command "acount create".');
    expect(told).toContain('account create, account list');
    expect(told).toContain('tablecast --help');
  });

  it('an unknown verb is told those of its noun', async () => {
    const told = await refusalOf('proxy', 'mend');
    expect(told).toContain(
      'There are: proxy create, proxy list, proxy set, proxy renew, proxy delete, proxy restore.',
    );
    expect(told).toContain('tablecast proxy --help');
  });

  it('help about what is not there is refused alike', () => {
    expect(() => requestedHelp(['proxy', 'mend', '--help'])).toThrow('There is no command "proxy mend".');
    expect(() => requestedHelp(['help', 'nothing'])).toThrow('There is no command "nothing".');
  });

  it('an unknown option is told the options of its command', async () => {
    const told = await refusalOf('proxy', 'create', 'x', '--parm', 'a=b');
    expect(told).toBe(
      "Unknown option '--parm'.\nOptions of proxy create: --name, --param, --json, --help.\nHelp: tablecast proxy create --help\n",
    );
    expect(await refusalOf('serve', '--port', '1')).toContain("Unknown option '--port'.");
  });
});
