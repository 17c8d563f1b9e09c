/**
 * Runs one command of the command line beside a running server or without one: result to stdout, one clear
 * line to stderr and status 1 when it fails (DESIGN section 3).
 */
import { parseArgs } from 'node:util';
import type { AppContext } from '../app-context.ts';
import { allCommands } from './all-commands.ts';
import { type Command, type CommandResult, UsageError } from './command.ts';

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A person reads: texts instead of JSON. */
  readonly person: boolean;
}

/** The exit status. `open` is called only for a command that exists. */
export async function runCommand(
  words: readonly string[],
  open: () => Promise<AppContext>,
  output: Output,
): Promise<number> {
  try {
    const { command, rest } = findCommand(words);
    const { values, positionals } = parse(command, rest);
    const { json, ...options } = values;
    const context = await open();
    try {
      const result = await command.run(context, { arguments: positionals, options });
      output.out(output.person && json !== true ? asText(result) : `${JSON.stringify(result)}\n`);
      return 0;
    } finally {
      await context.database.close();
    }
  } catch (error) {
    output.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

export function usage(): string {
  const lines = Object.entries(allCommands).map(([, { usage, options, does }]) => {
    const names = Object.keys(options).map((name) => ` [--${name}]`);
    return `  ${usage}${names.join('')}\n      ${does}`;
  });
  return ['Usage: tablecast COMMAND [--json]', '', '  serve', '      Serves Tablecast.', ...lines, ''].join(
    '\n',
  );
}

function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const command = allCommands[words.slice(0, length).join(' ')];
    if (command) return { command, rest: words.slice(length) };
  }
  throw new UsageError(`There is no command ${JSON.stringify(words.slice(0, 2).join(' '))}.\n\n${usage()}`);
}

function parse(command: Command, rest: readonly string[]) {
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const;
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const names = Object.keys(command.options).map((name) => ` [--${name}]`);
    const problem = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new UsageError(`${problem}.\nUsage: tablecast ${command.usage}${names.join('')} [--json]`);
  }
}

function asText(result: CommandResult): string {
  return Object.entries(result)
    .map(
      ([name, value]) => `${name.padEnd(18)} ${typeof value === 'string' ? value : JSON.stringify(value)}\n`,
    )
    .join('');
}
