/**
 * Runs one command of the command line beside a running server or without one: result to stdout, one clear
 * line to stderr and status 1 when it fails (contract 10.1.2).
 */
import { parseArgs } from 'node:util';
import { type AppContext, closeContext } from '../app-context.ts';
import { exactLines } from '../base/typed-text.ts';
import { visibleText } from '../base/visible-text.ts';
import { stateFailureText } from '../storage/state-failure-text.ts';
import { allCommands } from './all-commands.ts';
import type { Command, CommandInput, CommandOption } from './command.ts';
import { describedCommands, requestedHelp, unknownCommand, wrongOptions } from './help.ts';
import { recordingCommand } from './recorded-command.ts';
import { resultText } from './result-text.ts';
import { readSecretOptions } from './secret-options.ts';

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A person reads: texts and tables instead of JSON. */
  readonly person: boolean;
}

/** Nouns of earlier versions. */
const aliases: ReadonlyMap<string, string> = new Map([['job', 'schedule']]);

/** The exit status. `open` is called only for a command that exists and whose options are right. */
export async function runCommand(
  words: readonly string[],
  open: () => Promise<AppContext>,
  output: Output,
): Promise<number> {
  try {
    const meant = words.map((word, at) => (at === 0 ? (aliases.get(word) ?? word) : word));
    const help = requestedHelp(meant);
    if (help === undefined) await run(meant, open, output);
    else output.out(help);
    return 0;
  } catch (error) {
    output.err(`${visibleText(error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
}

async function run(words: readonly string[], open: () => Promise<AppContext>, output: Output): Promise<void> {
  const { name, command, rest } = findCommand(words);
  const { values, positionals } = parseOptions(name, rest);
  const { json, ...given } = values;
  const { values: options, made } = await readSecretOptions(command.options, given, output.err);
  const input = { arguments: positionals, options };
  refuseUnseen(input);
  const context = await open();
  try {
    const folder = command.writesTo?.(input) ?? context.config.dataDir;
    const running = recordingCommand(name, context, input, () => command.run(context, input));
    const result = { ...(await running.catch(explained(folder))), ...made };
    output.out(output.person && json !== true ? resultText(result) : `${JSON.stringify(result)}\n`);
  } finally {
    await closeContext(context);
  }
}

/** Names of columns are as the file has them; nothing else that is typed has characters that nobody sees. */
const anyCharacters: ReadonlySet<string> = new Set(['fields', 'text']);
/** A word on a command line is not longer. */
const typed = exactLines(131_072);

function refuseUnseen({ arguments: words, options }: CommandInput): void {
  const given = Object.entries(options).flatMap(([name, value]) =>
    anyCharacters.has(name) ? [] : [value].flat().map((each) => [`--${name}`, each] as const),
  );
  for (const [place, text] of [...words.map((word) => [JSON.stringify(word), word] as const), ...given]) {
    const problem = typeof text === 'string' ? typed.safeParse(text).error?.issues[0] : undefined;
    if (problem) throw new Error(`${place}: ${problem.message}`);
  }
}

/** What the database or the disk says becomes what happened and what to do. */
function explained(folder: string): (error: unknown) => never {
  return (error) => {
    const told = stateFailureText(error, folder);
    throw told === undefined ? error : new Error(told, { cause: error });
  };
}

function findCommand(words: readonly string[]): {
  name: string;
  command: Command;
  rest: readonly string[];
} {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(allCommands, name) ? allCommands[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  throw unknownCommand(words);
}

export function parseOptions(name: string, rest: readonly string[]) {
  const options = describedCommands[name]?.options ?? {};
  const config = Object.fromEntries(
    Object.entries(options).map(([option, { type, multiple }]) => [
      option,
      { type, multiple: multiple === true },
    ]),
  );
  try {
    const parsed = parseArgs({
      args: [...rest],
      options: { ...config, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    refuseContradictions(options, parsed.values);
    return parsed;
  } catch (error) {
    throw wrongOptions(name, error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

function refuseContradictions(
  options: Readonly<Record<string, CommandOption>>,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { notWith = [] }] of Object.entries(options)) {
    const other = given[name] === undefined ? undefined : notWith.find((each) => given[each] !== undefined);
    if (other !== undefined) throw new Error(`--${name} and --${other} contradict each other`);
  }
}
